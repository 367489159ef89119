/** Names of the counts in the responses of the three services. */
export type RejectedField = 'rejectedSpans' | 'rejectedDataPoints' | 'rejectedLogRecords'

/** Items of an accepted request that are not stored, with the reason. The client must not send them again. */
export interface PartialSuccess {
  rejected: number
  /** Human-readable. */
  message: string
}

/** An `Export…ServiceResponse` in protobuf; empty if everything is stored. */
export function writeExportResponse(partial: PartialSuccess | undefined): Buffer {
  if (partial === undefined) return Buffer.alloc(0)
  return lengthField(1, Buffer.concat([varintField(1, partial.rejected), textField(2, partial.message)]))
}

/** The same in JSON. */
export function writeJsonExportResponse(partial: PartialSuccess | undefined, field: RejectedField): string {
  if (partial === undefined) return '{}'
  return JSON.stringify({ partialSuccess: { [field]: String(partial.rejected), errorMessage: partial.message } })
}

/**
 * A `google.rpc.Status` in protobuf.
 * @param code gRPC status code.
 */
export function writeStatus(code: number, message: string): Buffer {
  return Buffer.concat([varintField(1, code), textField(2, message)])
}

function textField(field: number, text: string): Buffer {
  return lengthField(field, Buffer.from(text))
}

function lengthField(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([writeVarint(field * 8 + 2), writeVarint(bytes.length), bytes])
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([writeVarint(field * 8), writeVarint(value)])
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.from([...bytes, rest])
}
