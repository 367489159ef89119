import type { DataPointAggregate } from '@signalbox/contracts'

/** How the points of an interval are aggregated, in words. */
export const aggregateWords: Readonly<Record<DataPointAggregate, string>> = {
  avg: 'Average',
  sum: 'Sum',
  min: 'Minimum',
  max: 'Maximum',
  rate: 'Rate per second',
  count: 'Count',
  p50: 'Median (p50)',
  p90: 'p90',
  p95: 'p95',
  p99: 'p99',
}

export function isAggregate(value: unknown): value is DataPointAggregate {
  return typeof value === 'string' && Object.hasOwn(aggregateWords, value)
}
