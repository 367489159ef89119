import type { SampleLabels } from '../samples/sample.js'

/** A metrics page in the Prometheus text format, and the labels of its metrics. */
export interface ScrapeTarget {
  url: string
  labels: SampleLabels
}

/**
 * Reads the scrape target of a pod or container from its annotations or labels: `prometheus.io/scrape` must be `true`;
 * `prometheus.io/port`, `path` (default `/metrics`) and `scheme` (default `http`) set the URL.
 * @param fallback its address, and the first port it declares.
 * @returns undefined if scraping is not requested or the target is incomplete.
 */
export function readScrapeUrl(
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
