import { readTrace } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderTrace } from '../render-trace.js'
import { screenOf } from '../screen.js'
import { writeJson } from '../write-list.js'

/** `signalbox trace`: one trace as a waterfall. */
export function createTraceCommand(environment: CliEnvironment): Command {
  const command = new Command('trace')
    .summary('show a trace as a waterfall')
    .description('Show a trace as a waterfall: its spans below those that caused them, each with when it ran.')
    .argument('<trace>', 'its id, 32 hex digits')
    .option('--json', 'print the tree of spans as JSON', false)
  return addConnectionOptions(command).action(async (id: string, options: ConnectionOptions & { json: boolean }) => {
    const trace = await connect(options, environment).call(readTrace, { params: { trace_id: id } })
    if (options.json) writeJson(environment, trace)
    else environment.stdout.write(renderTrace(trace, screenOf(environment)))
  })
}
