import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@signalbox/service-kit'
import type { ClusterAgentConfig } from '../config.js'
import { createContainerd } from '../host/containerd.js'
import { createDocker } from '../host/docker.js'
import { createHostSource } from '../host/host-source.js'
import { createClusterSource } from '../kubernetes/cluster-source.js'
import { createKubernetesApi, type KubernetesApi } from '../kubernetes/kubernetes-api.js'
import { createNodeSource } from '../kubernetes/node-source.js'
import { readOomKillsState } from '../kubernetes/oom-kills.js'
import { readWarningsState } from '../kubernetes/warning-events.js'
import { createScrapeSource } from '../prometheus/scrape-source.js'
import type { ScrapeTarget } from '../prometheus/scrape-target.js'
import type { SendRequest } from '../requests/send-request.js'
import type { Source } from '../samples/source.js'
import { createStateFile } from '../state/state-file.js'

/** What is measured, and the names to report it under. */
export interface Measured {
  mode: 'node' | 'cluster' | 'host'
  cluster: string
  /** Empty for the agent of everything outside nodes. */
  node: string
}

/**
 * @param hostname of this machine.
 * @throws ConfigError for contradictory settings.
 */
export function chooseMeasured(config: ClusterAgentConfig, hostname: string): Measured {
  const isKubernetes = config.kubernetesHost !== undefined || config.kubernetesUrl !== undefined
  const mode = config.mode === 'auto' ? (isKubernetes ? 'node' : 'host') : config.mode
  if (mode !== 'host' && !isKubernetes) {
    throw new ConfigError([`SIGNALBOX_KUBERNETES_URL must be set: this is not a pod, and the mode is ${mode}`])
  }
  const cluster = config.clusterName ?? (mode === 'host' ? hostname : 'kubernetes')
  return { mode, cluster, node: mode === 'cluster' ? '' : (config.nodeName ?? hostname) }
}

/** Creates the sources of a mode. Scrape targets come last because the other sources discover them. */
export async function createSources(
  config: ClusterAgentConfig,
  { mode, node }: Measured,
  send: SendRequest,
): Promise<Source[]> {
  const found: { targets: readonly ScrapeTarget[] } = { targets: [] }
  const onTargets = (targets: readonly ScrapeTarget[]) => {
    found.targets = targets
  }
  const about = { node, namespace: '', pod: '', container: '' }
  const fixed = config.scrapeUrls.map((url) => ({ url, labels: about }))
  const scrape = createScrapeSource({
    send,
    node,
    targets: () => [...fixed, ...(config.scrape ? found.targets : [])],
    seriesMax: config.scrapeSeriesMax,
  })
  const { procRoot, cgroupRoot, dockerSocket, containerdSocket } = config
  const stateOf = (name: string) => join(config.dataDirectory, name)
  const sources = {
    host: () => {
      const engines = [createDocker(dockerSocket, send), createContainerd(containerdSocket)]
      return [createHostSource({ node, procRoot, cgroupRoot, diskPath: '/', engines, onTargets }), scrape]
    },
    node: async () => {
      const state = createStateFile(stateOf('oom-kills.json'), readOomKillsState)
      return [createNodeSource({ api: await openApi(config, send), node, state, onTargets }), scrape]
    },
    cluster: async () => {
      const state = createStateFile(stateOf('warnings.json'), readWarningsState)
      return [createClusterSource({ api: await openApi(config, send), state }), scrape]
    },
  } satisfies Record<Measured['mode'], () => Source[] | Promise<Source[]>>
  return sources[mode]()
}

async function openApi(config: ClusterAgentConfig, send: SendRequest): Promise<KubernetesApi> {
  const { kubernetesUrl, kubernetesHost = '', kubernetesPort, serviceAccountDirectory, nodeAddress } = config
  const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)
  const ca = await readFile(join(serviceAccountDirectory, 'ca.crt'), 'utf8').catch(() => undefined)
  return createKubernetesApi(
    {
      apiUrl: kubernetesUrl ?? `https://${bracketed(kubernetesHost)}:${kubernetesPort}`,
      kubeletUrl: config.kubeletUrl ?? `https://${bracketed(nodeAddress)}:10250`,
      readToken: async () => (await readFile(join(serviceAccountDirectory, 'token'), 'utf8')).trim(),
      ...(ca !== undefined && { ca }),
      insecureKubelet: config.kubeletInsecureTls,
    },
    send,
  )
}
