import type { ScrapeTarget } from '../prometheus/scrape-target.js'
import { createCounterRates } from '../samples/counter-rates.js'
import { listAt } from '../samples/json-fields.js'
import { createSampleSheet } from '../samples/sample-sheet.js'
import { settleAll, type Source } from '../samples/source.js'
import type { StateFile } from '../state/state-file.js'
import { findPodTargets } from './find-pod-targets.js'
import type { KubernetesApi } from './kubernetes-api.js'
import { addNode } from './node-samples.js'
import { createOomKills, type OomKillsState } from './oom-kills.js'
import { addPodStatus } from './pod-samples.js'
import { addSummary, findInHostNetwork } from './summary-samples.js'

export interface NodeSourceOptions {
  api: KubernetesApi
  node: string
  /** Remembers OOM kills. */
  state: StateFile<OomKillsState>
  /** Called with the pods to scrape. */
  onTargets?: (targets: readonly ScrapeTarget[]) => void
}

/**
 * Source for the agent's node: usage from its kubelet, pods and capacity from the API server. If one of them is
 * unreachable, data from the other is still sent.
 */
export function createNodeSource({ api, node, state, onTargets }: NodeSourceOptions): Source {
  const rates = createCounterRates()
  const name = encodeURIComponent(node)
  // From the API server's last response.
  let inHostNetwork: ReadonlySet<string> = new Set()
  return {
    name: 'kubernetes node',
    collect: async (now) => {
      // Version 0 is served from the API server's cache.
      const pods = `/api/v1/pods?fieldSelector=spec.nodeName%3D${name}&resourceVersion=0`
      const { values, failures } = await settleAll([
        api.readSummary(),
        api.read(pods),
        api.read(`/api/v1/nodes/${name}?resourceVersion=0`),
      ])
      const [summary, podList, nodeObject] = values
      const sheet = createSampleSheet(node)
      if (podList !== undefined) inHostNetwork = findInHostNetwork(podList)
      if (summary !== undefined) addSummary(summary, { sheet, inHostNetwork, rates, now })
      if (nodeObject !== undefined) addNode(nodeObject, sheet)
      if (podList !== undefined) {
        const oomKills = createOomKills({ before: await state.read(), now, sheet })
        for (const pod of listAt(podList, 'items')) addPodStatus(pod, sheet, oomKills)
        await state.write(oomKills.state())
        onTargets?.(findPodTargets(podList, node))
      }
      rates.forgetUnseen()
      return { samples: sheet.samples(), failures }
    },
  }
}
