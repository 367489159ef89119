/** Durations in milliseconds. */
export const secondMs = 1_000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** @param milliseconds Unix milliseconds. @returns ISO 8601 in UTC with milliseconds; null for null. */
export function toTimestamp(milliseconds: number): string
export function toTimestamp(milliseconds: number | null): string | null
export function toTimestamp(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
