import type { ServicesAnswer } from '@signalbox/contracts'

type Services = Pick<ServicesAnswer, 'services'>['services']

/** Error events of all services per interval of a range. Intervals without events have 0. */
export function sumEvents(
  services: Services,
  { startMs, intervalMs, count }: { startMs: number; intervalMs: number; count: number },
): number[] {
  const sums = Array.from({ length: count }, () => 0)
  for (const { timestamp, error_events: events } of services.flatMap(({ points }) => points)) {
    const index = Math.floor((Date.parse(timestamp) - startMs) / intervalMs)
    if (index >= 0 && index < count) sums[index] = (sums[index] ?? 0) + events
  }
  return sums
}
