import type { RecordedStep } from '@signalbox/service-kit'

/** Milliseconds during which at least one step ran: concurrent steps count once. */
export function workTimeOf(record: readonly RecordedStep[]): number {
  const spans = record
    .map(({ step }) => ({ start: Date.parse(step.started_at), end: Date.parse(step.started_at) + step.duration_ms }))
    .sort((a, b) => a.start - b.start)
  let total = 0
  let countedUntil = -Infinity
  for (const { start, end } of spans) {
    total += Math.max(0, end - Math.max(start, countedUntil))
    countedUntil = Math.max(countedUntil, end)
  }
  return total
}
