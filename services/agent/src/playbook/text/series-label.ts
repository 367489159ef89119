import type { SeriesFacts } from '../../facts/fact-pack.js'

/** Names for the series that Signalbox derives itself; users never saw the internal ones. */
const labels: Readonly<Record<string, string>> = {
  requests: 'request count',
  error_ratio: 'error rate',
  latency_p95_ms: 'p95 latency',
  events: 'error count',
  warnings: 'warning count',
}

/** Returns the name people know a series by: for metrics, the name they were sent with. */
export function labelOf({ source, metric }: Pick<SeriesFacts, 'source' | 'metric'>): string {
  const isOurs = source === 'spans' || source === 'errors' || source === 'logs'
  return isOurs ? (labels[metric] ?? metric) : metric
}
