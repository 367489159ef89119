const latest = Date.UTC(10_000, 0) - 1

/**
 * Normalizes a time so that it can be stored and shown.
 * @param milliseconds Unix milliseconds as reported by another service.
 * @returns whole milliseconds; `fallback` for anything outside the years 1970 to 9999.
 */
export function toStorableTime(milliseconds: number, fallback: number): number {
  return milliseconds >= 0 && milliseconds <= latest ? Math.trunc(milliseconds) : fallback
}
