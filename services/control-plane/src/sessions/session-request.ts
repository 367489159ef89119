import { limits, ServiceError, type FieldFault, type SessionRequest } from '@signalbox/contracts'

/**
 * Rejects texts that exceed the limit in bytes, which the schema cannot check.
 * @throws ServiceError `invalid-body` naming the fields.
 */
export function refuseLongTexts({ prompt, context = {} }: SessionRequest): void {
  const faults = [
    ...faultOf('/prompt', prompt, limits.text.promptBytesMax),
    ...faultOf('/context', JSON.stringify(context), limits.agentSession.contextBytesMax),
  ]
  if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
}

function faultOf(name: string, text: string, bytesMax: number): FieldFault[] {
  const bytes = Buffer.byteLength(text)
  return bytes <= bytesMax ? [] : [{ in: 'body', name, detail: `must be at most ${bytesMax} bytes, got ${bytes}` }]
}
