import type { ScrapeTarget } from '../prometheus/scrape-target.js'

/** A container as its engine knows it. */
export interface KnownContainer {
  id: string
  /** Project it was started with, else the engine's name. */
  namespace: string
  name: string
  /** Its service in the project, else its name. */
  service: string
  /** Restarts by the engine. Undefined where it does not say, as with the next. */
  restarts: number | undefined
  isRestarting: boolean | undefined
  /** Where it wants to be scraped. */
  scrapeUrl: string | undefined
}

/** Docker or containerd: says what containers are called. Their usage is the kernel's to say. */
export interface ContainerEngine {
  name: string
  /** @returns No containers when the engine is not on this machine. @throws Error when it is and does not answer. */
  list(): Promise<readonly KnownContainer[]>
}

/** Names that Docker Compose gives its containers, and those that follow it. */
export function composeNames(labels: ReadonlyMap<string, string>, fallback: { namespace: string; name: string }) {
  return {
    namespace: labels.get('com.docker.compose.project') ?? fallback.namespace,
    name: fallback.name,
    service: labels.get('com.docker.compose.service') ?? fallback.name,
  }
}

/** What a container's metrics are about. */
export function labelsOf(node: string, { namespace, name, service }: KnownContainer): ScrapeTarget['labels'] {
  return { node, namespace, pod: name, container: service }
}
