import { dayMs, hourMs, minuteMs } from '@signalbox/contracts'

/** `4 min`, `2 h 5 min`. */
export function durationOf(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs))
  if (minutes < 90) return `${minutes} min`
  return minutes % 60 === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Durations rounded for readers: `45 min`, `3 h`, `2 days`. */
export function roughDuration(ms: number): string {
  if (ms < 2 * hourMs) return `${Math.round(ms / minuteMs)} min`
  return ms < 2 * dayMs ? `${Math.round(ms / hourMs)} h` : `${Math.round(ms / dayMs)} days`
}
