/** Hashes of users, ascending, as pairs of words: low, high. */
export type UserHashes = Uint32Array

export const noUsers: UserHashes = new Uint32Array()

/**
 * Reads a user set in the store's form: the number of hashes as a variable-length integer, then 8 bytes each.
 * @returns undefined for any other form.
 */
export function readUserHashes(base64: string): UserHashes | undefined {
  const bytes = Buffer.from(base64, 'base64')
  const start = bytes.findIndex((byte) => byte < 0x80) + 1
  let count = 0
  for (let at = start - 1; at >= 0; at -= 1) count = count * 0x80 + ((bytes[at] ?? 0) & 0x7f)
  if (start === 0 || bytes.length !== start + 8 * count) return undefined
  // A copy, because hashes aren't aligned in the set. Both ends are little-endian.
  const hashes = new Uint8Array(bytes.subarray(start)).buffer
  new BigUint64Array(hashes).sort()
  return new Uint32Array(hashes)
}

/** Number of users in either set. */
export function countInEither(one: UserHashes, other: UserHashes): number {
  const [large, small] = one.length >= other.length ? [one, other] : [other, one]
  let count = large.length / 2
  for (let at = 0; at < small.length; at += 2) {
    if (!includes(large, small[at] ?? 0, small[at + 1] ?? 0)) count += 1
  }
  return count
}

function includes(hashes: UserHashes, low: number, high: number): boolean {
  let [from, to] = [0, hashes.length / 2]
  while (from < to) {
    const middle = (from + to) >>> 1
    const found = hashes[2 * middle + 1] ?? 0
    if (found < high || (found === high && (hashes[2 * middle] ?? 0) < low)) from = middle + 1
    else to = middle
  }
  return hashes[2 * from] === low && hashes[2 * from + 1] === high
}
