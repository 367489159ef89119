import { readScrapeUrl } from '../prometheus/scrape-target.js'
import { composeNames, type ContainerEngine, type KnownContainer } from './container-engine.js'
import { exists } from './docker.js'
import { callGrpc } from './grpc-call.js'
import { messageFields, textField } from './protobuf-fields.js'

const withinMs = 5_000
const bytesMax = 8 * 1_024 * 1_024
/** Namespaces whose containers are named by others: Docker, and the cluster's agent. */
const foreignNamespaces = new Set(['moby', 'k8s.io'])

/**
 * Client for containerd. Calls two API methods: list namespaces, and list containers per namespace. Field numbers are
 * from containerd's `api/services/{namespaces,containers}/v1`.
 */
export function createContainerd(socketPath: string): ContainerEngine {
  const call = (method: string, metadata: Readonly<Record<string, string>> = {}) =>
    callGrpc({ socketPath, method, message: Buffer.alloc(0), metadata, withinMs, bytesMax })
  return {
    name: 'containerd',
    list: async () => {
      if (!(await exists(socketPath))) return []
      const answer = await call('/containerd.services.namespaces.v1.Namespaces/List')
      const namespaces = messageFields(answer, 1).map((namespace) => textField(namespace, 1))
      const known: KnownContainer[] = []
      for (const namespace of namespaces.filter((name) => !foreignNamespaces.has(name))) {
        const method = '/containerd.services.containers.v1.Containers/List'
        const containers = await call(method, { 'containerd-namespace': namespace })
        known.push(...messageFields(containers, 1).map((container) => describe(container, namespace)))
      }
      return known
    },
  }
}

function describe(container: Buffer, namespace: string): KnownContainer {
  const id = textField(container, 1)
  const labels = new Map(messageFields(container, 2).map((entry) => [textField(entry, 1), textField(entry, 2)]))
  const name = labels.get('nerdctl/name') ?? id.slice(0, 12)
  return {
    id,
    ...composeNames(labels, { namespace: namespace === 'default' ? 'containerd' : namespace, name }),
    restarts: undefined,
    isRestarting: undefined,
    scrapeUrl: readScrapeUrl(labels, { address: '127.0.0.1', port: undefined }),
  }
}
