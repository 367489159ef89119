interface WithValue {
  value: Uint8Array
}

/** From about this size, transferring a separate buffer is cheaper than copying. */
const OWN_BUFFER_BYTES_MIN = 64 * 1024

/**
 * Prepares values for sending in one message: copies them into one new ArrayBuffer and points the records at the
 * copies, because transferring many small buffers costs more than copying. With `mayDetach`, large values that own
 * their complete ArrayBuffer are transferred as they are (never a shared pool).
 * @returns the ArrayBuffers to transfer.
 */
export function packValues(records: readonly WithValue[], mayDetach: boolean): ArrayBuffer[] {
  const own = new Set<ArrayBuffer>()
  const copied = records.filter(({ value }) => !(mayDetach && tryTransfer(value, own)))
  const packed = new ArrayBuffer(copied.reduce((sum, { value }) => sum + value.byteLength, 0))
  let at = 0
  for (const record of copied) {
    const copy = new Uint8Array(packed, at, record.value.byteLength)
    copy.set(record.value)
    record.value = copy
    at += copy.byteLength
  }
  return [packed, ...own]
}

/** Returns false if the value must be copied: too small, part of a larger buffer, or in a non-transferable buffer. */
function tryTransfer(value: Uint8Array, own: Set<ArrayBuffer>): boolean {
  const { buffer } = value
  if (value.byteLength < OWN_BUFFER_BYTES_MIN || value.byteLength !== buffer.byteLength) {
    return false
  }
  if (!(buffer instanceof ArrayBuffer)) {
    return false
  }
  own.add(buffer)
  return true
}
