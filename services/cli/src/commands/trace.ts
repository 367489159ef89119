import { readTrace } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderTrace } from '../output/render-trace.js'
import { screenOf } from '../output/screen.js'
import { writeJson } from '../output/write-list.js'

/** `signalbox trace`: one trace as a waterfall. */
export function createTraceCommand(environment: CliEnvironment): Command {
  const command = new Command('trace')
    .summary('Show a trace as a waterfall')
    .description('Show a trace as a waterfall: spans below their parents, with their timing')
    .argument('<trace>', 'Id of the trace, 32 hex digits')
    .option('--json', 'Print the span tree as JSON', false)
  return addConnectionOptions(command).action(async (id: string, options: ConnectionOptions & { json: boolean }) => {
    const trace = await connect(options, environment).call(readTrace, { params: { trace_id: id } })
    if (options.json) writeJson(environment, trace)
    else environment.stdout.write(renderTrace(trace, screenOf(environment)))
  })
}
