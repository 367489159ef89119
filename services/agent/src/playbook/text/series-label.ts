import type { SeriesFacts } from '../../facts/fact-pack.js'

/** What is counted here has names of ours, which nobody else knows. */
const labels: Readonly<Record<string, string>> = {
  requests: 'the number of requests',
  error_ratio: 'the share of failed requests',
  latency_p95_ms: 'the 95th percentile of durations',
  events: 'the number of errors',
  warnings: 'the number of warnings',
}

/** A series as people call it: metrics by the name that they were sent with. */
export function labelOf({ source, metric }: Pick<SeriesFacts, 'source' | 'metric'>): string {
  const isOurs = source === 'spans' || source === 'errors' || source === 'logs'
  return isOurs ? (labels[metric] ?? metric) : metric
}
