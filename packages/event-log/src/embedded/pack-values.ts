interface WithValue {
  value: Uint8Array
}

/** A buffer of its own pays the cost of its transfer from about here. */
const OWN_BUFFER_BYTES_MIN = 64 * 1024

/**
 * Makes the values fit to be sent in one message: copies them one after another into one new ArrayBuffer and points
 * the records at the copies, because a transfer per small value costs more than the copy. With `mayDetach`, large
 * values that own their whole ArrayBuffer are left where they are and transferred (never a shared pool).
 * @returns the ArrayBuffers to transfer.
 */
export function packValues(records: readonly WithValue[], mayDetach: boolean): ArrayBuffer[] {
  const own = new Set<ArrayBuffer>()
  const copied = records.filter(({ value }) => !(mayDetach && moveWhole(value, own)))
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

/** False when the value must be copied: too small, part of a larger buffer, or in a buffer that is not transferable. */
function moveWhole(value: Uint8Array, own: Set<ArrayBuffer>): boolean {
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
