import { fieldOf, listAt, numberAt, textAt } from '../samples/json-fields.js'
import { toFlag } from '../samples/sample.js'
import type { SampleSheet } from '../samples/sample-sheet.js'
import type { OomKills } from './oom-kills.js'
import { parseQuantity } from './quantity.js'

const phases: Readonly<Record<string, number>> = { Pending: 1, Running: 2, Succeeded: 3, Failed: 4, Unknown: 5 }
const imagePullReasons = new Set([
  'ImagePullBackOff',
  'ErrImagePull',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
])

/** Adds phase, readiness, restarts, waiting, OOM kills, limits and requests of a pod, from its API object. */
export function addPodStatus(pod: unknown, sheet: SampleSheet, oomKills: OomKills): void {
  const labels = { namespace: textAt(pod, 'metadata', 'namespace'), pod: textAt(pod, 'metadata', 'name') }
  const isReady = listAt(pod, 'status', 'conditions').find((condition) => textAt(condition, 'type') === 'Ready')
  sheet.add(labels, {
    pod_phase: phases[textAt(pod, 'status', 'phase')],
    pod_ready: isReady === undefined ? undefined : Number(textAt(isReady, 'status') === 'True'),
  })
  const uid = textAt(pod, 'metadata', 'uid')
  const statuses = new Map(
    ['initContainerStatuses', 'containerStatuses']
      .flatMap((list) => listAt(pod, 'status', list))
      .map((status) => [textAt(status, 'name'), status]),
  )
  for (const container of listContainers(pod, statuses)) {
    const name = textAt(container, 'name')
    const status = statuses.get(name)
    sheet.add({ ...labels, container: name }, { ...readResources(container, status), ...readStatus(status) })
    if (status !== undefined) oomKills.observe(`${uid}/${name}`, { ...labels, container: name }, status)
  }
}

// Includes init containers that keep running (sidecars), and others until they finish: a pod waits for one that fails.
function listContainers(pod: unknown, statuses: ReadonlyMap<string, unknown>): unknown[] {
  const isOpen = (container: unknown) => {
    const status = statuses.get(textAt(container, 'name'))
    return (
      textAt(container, 'restartPolicy') === 'Always' ||
      (status !== undefined && numberAt(status, 'state', 'terminated', 'exitCode') !== 0)
    )
  }
  return [...listAt(pod, 'spec', 'containers'), ...listAt(pod, 'spec', 'initContainers').filter(isOpen)]
}

// A pod resized while running has other resources than its spec.
function readResources(container: unknown, status: unknown) {
  const quantity = (kind: 'limits' | 'requests', resource: string) =>
    parseQuantity(fieldOf(status, 'resources', kind, resource) ?? fieldOf(container, 'resources', kind, resource))
  return {
    container_cpu_limit_cores: quantity('limits', 'cpu'),
    container_cpu_request_cores: quantity('requests', 'cpu'),
    container_memory_limit_bytes: quantity('limits', 'memory'),
    container_memory_request_bytes: quantity('requests', 'memory'),
  }
}

function readStatus(status: unknown) {
  if (status === undefined) return {}
  const reason = textAt(status, 'state', 'waiting', 'reason')
  const ready = fieldOf(status, 'ready')
  return {
    container_restarts_total: numberAt(status, 'restartCount'),
    container_waiting_crashloop: toFlag(reason === 'CrashLoopBackOff'),
    container_waiting_image_pull: toFlag(imagePullReasons.has(reason)),
    container_ready: toFlag(ready === true),
  }
}
