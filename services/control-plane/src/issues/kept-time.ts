const latest = Date.UTC(10_000, 0) - 1

/**
 * A time that can be kept and shown.
 * @param milliseconds Unix milliseconds as another service says them.
 * @returns whole milliseconds; `fallback` for what is not a time of four-digit years since 1970.
 */
export function toKeptTime(milliseconds: number, fallback: number): number {
  return milliseconds >= 0 && milliseconds <= latest ? Math.trunc(milliseconds) : fallback
}
