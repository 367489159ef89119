interface WithValue {
  value: Uint8Array
}

/** From about this size, transferring a separate buffer is cheaper than copying. */
const OWN_BUFFER_BYTES_MIN = 64 * 1024

/**
 * Prepares values for sending in one message: copies them into one new ArrayBuffer and points the records at the
 * copies, because transferring many small buffers costs more than copying.
 * @returns the ArrayBuffer to transfer.
 */
export function packValues(records: readonly WithValue[]): ArrayBuffer {
  const packed = new ArrayBuffer(records.reduce((sum, { value }) => sum + value.byteLength, 0))
  let at = 0
  for (const record of records) {
    const copy = new Uint8Array(packed, at, record.value.byteLength)
    copy.set(record.value)
    record.value = copy
    at += copy.byteLength
  }
  return packed
}

/**
 * True if a value is large and alone in its buffer, so that the buffer can be transferred instead of copied (never a
 * shared pool).
 */
export function isTransferable(value: Uint8Array): value is Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = value
  return byteLength >= OWN_BUFFER_BYTES_MIN && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer
}
