import type { ScrapeTarget } from '../prometheus/scrape-target.js'

/** A container as known to its engine. */
export interface KnownContainer {
  id: string
  /** Compose project, otherwise the engine's name. */
  namespace: string
  name: string
  /** Compose service, otherwise the container's name. */
  service: string
  /** Restarts by the engine; undefined if not reported, like the next. */
  restarts: number | undefined
  isRestarting: boolean | undefined
  /** URL to scrape. */
  scrapeUrl: string | undefined
}

/** Docker or containerd: provides container names. Usage comes from the kernel. */
export interface ContainerEngine {
  name: string
  /**
   * @returns no containers if the engine is not on this machine.
   * @throws Error if it is but does not respond.
   */
  list(): Promise<readonly KnownContainer[]>
}

/** Reads the names that Docker Compose and compatible tools put into labels. */
export function composeNames(labels: ReadonlyMap<string, string>, fallback: { namespace: string; name: string }) {
  return {
    namespace: labels.get('com.docker.compose.project') ?? fallback.namespace,
    name: fallback.name,
    service: labels.get('com.docker.compose.service') ?? fallback.name,
  }
}

/** Labels of a container's metrics. */
export function labelsOf(node: string, { namespace, name, service }: KnownContainer): ScrapeTarget['labels'] {
  return { node, namespace, pod: name, container: service }
}
