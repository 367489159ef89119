import { listAt, textAt } from '../samples/json-fields.js'
import { createSampleSheet } from '../samples/sample-sheet.js'
import { settleAll, type Source } from '../samples/source.js'
import type { StateFile } from '../state/state-file.js'
import type { KubernetesApi } from './kubernetes-api.js'
import { countWarnings, type WarningsState } from './warning-events.js'

export interface ClusterSourceOptions {
  api: KubernetesApi
  /** Remembers counted events. */
  state: StateFile<WarningsState>
}

const pageItems = 500
/** Pages per list; the rest waits for the next collection. */
const pagesMax = 20

/**
 * Source for data outside nodes: warning events of the entire cluster, and pods waiting for a node. Only one agent per
 * cluster runs it, so nothing is counted twice.
 */
export function createClusterSource({ api, state }: ClusterSourceOptions): Source {
  return {
    name: 'kubernetes cluster',
    collect: async (now) => {
      const sheet = createSampleSheet('')
      const { values, failures } = await settleAll([
        readPages(api, '/api/v1/events?fieldSelector=type%3DWarning'),
        readPages(api, '/api/v1/pods?fieldSelector=spec.nodeName%3D%2Cstatus.phase%3DPending'),
      ])
      const [events, pods] = values
      if (events !== undefined) await state.write(countWarnings(events, await state.read(), { now, sheet }))
      for (const pod of pods ?? []) {
        const labels = { namespace: textAt(pod, 'metadata', 'namespace'), pod: textAt(pod, 'metadata', 'name') }
        // 1 is Pending.
        sheet.add(labels, { pod_phase: 1, pod_ready: 0 })
      }
      return { samples: sheet.samples(), failures }
    },
  }
}

async function readPages(api: KubernetesApi, path: string): Promise<unknown[]> {
  const items: unknown[] = []
  let next = ''
  for (let page = 0; page < pagesMax; page += 1) {
    const list = await api.read(
      `${path}&limit=${pageItems}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`,
    )
    items.push(...listAt(list, 'items'))
    next = textAt(list, 'metadata', 'continue')
    if (next === '') break
  }
  return items
}
