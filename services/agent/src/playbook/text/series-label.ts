import type { SeriesFacts } from '../../facts/fact-pack.js'

/** Display names of the series that Signalbox derives itself; users never see the internal names. */
const labels: Readonly<Record<string, string>> = {
  requests: 'request count',
  error_ratio: 'error rate',
  latency_p95_ms: 'p95 latency',
  events: 'error count',
  warnings: 'warning count',
}

/** Returns the display name of a series; metrics keep the name they were sent with. */
export function labelOf({ source, metric }: Pick<SeriesFacts, 'source' | 'metric'>): string {
  const isOurs = source === 'spans' || source === 'errors' || source === 'logs'
  return isOurs ? (labels[metric] ?? metric) : metric
}
