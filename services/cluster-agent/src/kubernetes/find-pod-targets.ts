import { listAt, numberAt, textAt, textsAt } from '../samples/json-fields.js'
import { readScrapeUrl, type ScrapeTarget } from '../prometheus/scrape-target.js'

/** Running pods that request scraping with the annotations `prometheus.io/scrape`, `port`, `path` and `scheme`. */
export function findPodTargets(podList: unknown, node: string): ScrapeTarget[] {
  return listAt(podList, 'items').flatMap((pod) => {
    const address = textAt(pod, 'status', 'podIP')
    if (textAt(pod, 'status', 'phase') !== 'Running' || address === '') return []
    const url = readScrapeUrl(textsAt(pod, 'metadata', 'annotations'), { address, port: firstPortOf(pod) })
    if (url === undefined) return []
    const labels = { node, namespace: textAt(pod, 'metadata', 'namespace'), pod: textAt(pod, 'metadata', 'name') }
    return [{ url, labels: { ...labels, container: '' } }]
  })
}

function firstPortOf(pod: unknown): number | undefined {
  const ports = listAt(pod, 'spec', 'containers').flatMap((container) => listAt(container, 'ports'))
  return ports.map((port) => numberAt(port, 'containerPort')).find((port) => port !== undefined)
}
