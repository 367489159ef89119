/** An ISO 8601 timestamp in UTC, as evidence holds it. */
export function toIso(at: number): string {
  return new Date(at).toISOString()
}

/** `09:04 UTC`, preceded by the date if it differs from that of `reference`. */
export function clockOn(at: number, reference: number): string {
  const day = toIso(at).slice(0, 10)
  return day === toIso(reference).slice(0, 10) ? clock(at) : `${day} ${clock(at)}`
}

/** `09:04 UTC`. */
export function clock(at: number): string {
  return `${toIso(at).slice(11, 16)} UTC`
}
