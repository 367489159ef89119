import { limits, ServiceError } from '@signalbox/contracts'
import { renderTemplate, type RenderedTemplate } from './render-template.js'

type Context = Readonly<Record<string, unknown>>

const { promptBytesMax } = limits.text
const { contextBytesMax } = limits.agentSession

/**
 * Rejects an instruction that exceeds the limit in bytes, which the schema cannot check.
 * @throws ServiceError `invalid-body`.
 */
export function refuseLongInstruction({ instruction = '' }: { instruction?: string }): void {
  const bytes = Buffer.byteLength(instruction)
  if (bytes > promptBytesMax) refuse('/instruction', `must be at most ${promptBytesMax} bytes, got ${bytes}`)
}

/**
 * Renders the instruction of a run.
 * @throws ServiceError `invalid-body` if the context is too large or makes the instruction empty or too long.
 */
export function renderInstruction(instruction: string, context: Context): RenderedTemplate {
  const bytes = Buffer.byteLength(JSON.stringify(context))
  if (bytes > contextBytesMax) refuse('/context', `must be at most ${contextBytesMax} bytes, got ${bytes}`)
  const rendered = renderTemplate(instruction, context, promptBytesMax)
  if (rendered === undefined) refuse('/context', `makes the instruction longer than ${promptBytesMax} bytes`)
  if (rendered.instruction.trim() === '') refuse('/context', 'makes the instruction empty')
  return rendered
}

function refuse(name: string, detail: string): never {
  throw new ServiceError('invalid-body', { faults: [{ in: 'body', name, detail }] })
}
