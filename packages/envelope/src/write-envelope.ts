/** An item as it is to be written; `length` is added to its header. */
export interface ItemToWrite {
  header: Readonly<Record<string, unknown>> & { type: string }
  payload: Uint8Array
}

export interface EnvelopeToWrite {
  /** Header of the envelope; keys that are undefined are left out. */
  header: Readonly<Record<string, unknown>>
  items: readonly ItemToWrite[]
}

const lineFeed = Buffer.from('\n')

/** The bytes of an envelope, for telemetry that came in another form. Every item says its length. */
export function writeEnvelope({ header, items }: EnvelopeToWrite): Buffer {
  const pieces: Uint8Array[] = [Buffer.from(JSON.stringify(header)), lineFeed]
  for (const { header: itemHeader, payload } of items) {
    const line = JSON.stringify({ ...itemHeader, length: payload.length })
    pieces.push(Buffer.from(line), lineFeed, payload, lineFeed)
  }
  return Buffer.concat(pieces)
}
