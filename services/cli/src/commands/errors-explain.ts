import { diagnoseEvent, readEvent, type FrameDiagnosis } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { toLine } from '../output/terminal-text.js'

interface ExplainOptions extends ConnectionOptions {
  project?: string
  json: boolean
}

/** `signalbox errors explain`: why frames of an event are minified. */
export function createExplainCommand(environment: CliEnvironment): Command {
  const command = new Command('explain')
    .description('Explain for each frame of an event why source maps do or do not resolve it, and what to do')
    .argument('<event>', 'Id of the event')
    .option('--project <id>', 'Project of the event, by id or DSN number, if several have an event with this id')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command).action(async (event_id: string) => {
    // `signalbox errors` has the same options and parses them first.
    const options = command.optsWithGlobals<ExplainOptions>()
    const client = connect(options, environment)
    const query = options.project === undefined ? {} : { project_id: options.project }
    const { project_id } = await client.call(readEvent, { params: { event_id }, query })
    const answer = await client.call(diagnoseEvent, { params: { project_id, event_id } })
    const text = options.json ? JSON.stringify(answer, null, 2) : renderFrames(answer.frames)
    environment.stdout.write(`${text}\n`)
  })
}

/** The crashing frame comes first, as in stack traces; explanations shared by several frames are printed once. */
function renderFrames(frames: readonly FrameDiagnosis[]): string {
  const said = new Set<string>()
  const lines = frames.toReversed().flatMap((frame) => {
    const place = [frame.path ?? '<unknown>', frame.line, frame.column].filter((part) => part !== null).join(':')
    const heading = `${toLine(`${frame.function ?? '?'} (${place})`)}  ${frame.finding}`
    const details = [frame.explanation, frame.advice, frame.command].filter((detail) => detail !== null)
    const isKnown = said.has(details.join())
    said.add(details.join())
    return [heading, ...(isKnown ? [] : details.map((detail) => `    ${toLine(detail)}`))]
  })
  return lines.length === 0 ? 'The event has no stack.' : lines.join('\n')
}
