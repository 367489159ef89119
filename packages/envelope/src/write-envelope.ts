/** An item to write; `length` is added to its header. */
export interface ItemToWrite {
  header: Readonly<Record<string, unknown>> & { type: string }
  payload: Uint8Array
}

export interface EnvelopeToWrite {
  /** Envelope header; undefined values are omitted. */
  header: Readonly<Record<string, unknown>>
  items: readonly ItemToWrite[]
}

const lineFeed = Buffer.from('\n')

/** Encodes an envelope, for telemetry that arrived in another format. Every item gets an explicit length. */
export function writeEnvelope({ header, items }: EnvelopeToWrite): Buffer {
  const pieces: Uint8Array[] = [Buffer.from(JSON.stringify(header)), lineFeed]
  for (const { header: itemHeader, payload } of items) {
    const line = JSON.stringify({ ...itemHeader, length: payload.length })
    pieces.push(Buffer.from(line), lineFeed, payload, lineFeed)
  }
  return Buffer.concat(pieces)
}
