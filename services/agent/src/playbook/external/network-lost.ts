import { listWords } from '../../wording/count-things.js'
import type { Scene } from '../scene/scene.js'
import { shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const says =
  /i\/o timeout|connection timed out|no route to host|network is unreachable|packet loss|connection reset|etimedout|econnreset|ehostunreach|smtp|dial tcp/i

/** Unrelated services lose all connections at the same time. */
export function findLostNetwork(scene: Scene): ExternalCause | undefined {
  const { matching } = shareMatching(scene, says)
  const services = new Set(
    matching.filter(({ service }) => !scene.infrastructure.has(service)).map(({ service }) => service),
  )
  const linked = scene.facts.dependencies.some(({ caller, callee }) => services.has(caller) && services.has(callee))
  if (services.size < 2 || linked) return undefined
  return {
    name: 'network-lost',
    sentence: `the network failed for ${listWords([...services])} at the same time`,
    weight: 1.6 + Math.min(1, 0.5 * (services.size - 2)),
    remediation: 'escalate-upstream',
    on: 'the network',
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}
