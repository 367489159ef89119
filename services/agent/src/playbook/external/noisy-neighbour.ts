import type { Scene } from '../scene/scene.js'
import { quote, shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const says =
  /noisy neighbou?r|above (its )?(cpu |memory )?request|evict(ed|ing|ion)|node ?not ?ready|(memory|disk|pid) ?pressure|preempt\w*|cpu steal|steal time|node .*(drain|cordon|unhealthy|reboot)|taint|spot (instance )?(interrupt|terminat)/i

/** Other workloads on the machine take resources that the service needs, or the machine disappears. */
export function findNoisyNeighbour(scene: Scene): ExternalCause | undefined {
  const { matching } = shareMatching(scene, says)
  const stolen = scene.signals.find(
    ({ source, text, direction }) =>
      source === 'metric' && direction === 'up' && /steal|node_.*(pressure|load|cpu)|host_/i.test(text),
  )
  if (matching.length === 0 && !stolen) return undefined
  return {
    name: 'noisy-neighbour',
    sentence: matching[0]
      ? `the node is short of resources: ${quote(matching[0].text)}`
      : `the node is short of resources: ${stolen?.what ?? ''}`,
    weight: 2.4 + (matching.length > 0 && stolen ? 1.2 : 0.2),
    remediation: 'reschedule',
    changeId: null,
    evidence: [...matching, ...(stolen ? [stolen] : [])].map(({ evidence }) => evidence),
  }
}
