/** A field of a protobuf message: its number, and its bytes if length-delimited. */
export interface ProtobufField {
  number: number
  bytes: Buffer | undefined
}

/**
 * Iterates over a message's fields. Numeric fields are skipped: the agent reads only texts and messages.
 * @throws RangeError if the bytes are not a message.
 */
export function* readFields(message: Buffer): Generator<ProtobufField> {
  let position = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = message.readUInt8(position)
      position += 1
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new RangeError('a number is longer than ten bytes')
  }
  const fixedBytes: Readonly<Record<number, number>> = { 1: 8, 5: 4 }
  while (position < message.length) {
    const tag = readVarint()
    const type = tag % 8
    if (type === 0) readVarint()
    const length = type === 2 ? readVarint() : fixedBytes[type]
    if (length === undefined && type !== 0) throw new RangeError(`unknown field type ${type}`)
    const end = position + (length ?? 0)
    if (end > message.length) throw new RangeError('a field extends beyond its message')
    yield { number: Math.floor(tag / 8), bytes: type === 2 ? message.subarray(position, end) : undefined }
    position = end
  }
}

/** The text of the first field with this number; empty if there is none. */
export function textField(message: Buffer, number: number): string {
  for (const field of readFields(message)) {
    if (field.number === number && field.bytes) return field.bytes.toString('utf8')
  }
  return ''
}

/** The messages of all fields with this number. */
export function messageFields(message: Buffer, number: number): Buffer[] {
  return [...readFields(message)].flatMap((field) => (field.number === number && field.bytes ? [field.bytes] : []))
}
