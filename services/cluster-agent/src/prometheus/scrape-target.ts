import type { SampleLabels } from '../samples/sample.js'

/** A page of metrics in Prometheus' text format, and what its metrics are about. */
export interface ScrapeTarget {
  url: string
  labels: SampleLabels
}

/**
 * Where a pod or container wants to be scraped, by its annotations or labels: `prometheus.io/scrape` must be `true`;
 * `prometheus.io/port`, `path` (`/metrics`) and `scheme` (`http`) say where.
 * @param fallback Its address, and the first port that it declares.
 * @returns undefined when it does not want to be, or does not say how.
 */
export function readScrapeWish(
  annotations: ReadonlyMap<string, string>,
  fallback: { address: string; port: number | undefined },
): string | undefined {
  if (annotations.get('prometheus.io/scrape') !== 'true') return undefined
  const port = annotations.get('prometheus.io/port') ?? String(fallback.port ?? '')
  const scheme = annotations.get('prometheus.io/scheme') ?? 'http'
  const path = annotations.get('prometheus.io/path') ?? '/metrics'
  if (!/^\d{1,5}$/.test(port) || !/^https?$/.test(scheme)) return undefined
  const host = fallback.address.includes(':') ? `[${fallback.address}]` : fallback.address
  const url = `${scheme}://${host}:${port}${path.startsWith('/') ? '' : '/'}${path}`
  return URL.canParse(url) ? url : undefined
}
