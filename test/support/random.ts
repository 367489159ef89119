/** Seeded random numbers (mulberry32), so a failing run can be repeated. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number
  pick<T>(values: readonly [T, ...T[]]): T
  /** Lower-case hex digits. */
  hex(digits: number): string
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    pick: (values) => values[integer(0, values.length - 1)] ?? values[0],
    hex: (digits) => Array.from({ length: digits }, () => integer(0, 15).toString(16)).join(''),
  }
}
