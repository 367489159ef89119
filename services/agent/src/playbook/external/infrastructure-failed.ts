import type { Scene } from '../scene/scene.js'
import { messageSignals } from './message-signals.js'
import type { ExternalCause } from './signature.js'

/** Maximum delay of the visible failure of machines and networks behind its effects. */
const lateMsMax = 2 * 60_000

/** Cluster events about containers of ours: they report what our programs do, not what machines do. */
const ofContainers =
  /oom ?-?kill|out of memory|back-?off|crash ?loop|failed container|(liveness|readiness|startup) probe|exit(ed)? (with )?(code|signal)/i

/** A machine, gateway or part of the network departed no later than the services that run on it. */
export function findInfrastructureFailure(scene: Scene): ExternalCause | undefined {
  const { signals, infrastructure } = scene
  const ours = signals.find(({ service, bad }) => bad && !infrastructure.has(service))
  const theirs = signals.filter(
    ({ service, kinds, source, text }) =>
      infrastructure.has(service) && (source === 'metric' || (kinds.length > 0 && !ofContainers.test(text))),
  )
  const early = theirs.filter(({ at }) => ours === undefined || at <= ours.at + lateMsMax)
  const [first] = early
  if (!first) return undefined
  const neighbour = messageSignals(scene).some(({ text }) =>
    /evict|noisy|neighbou?r|above (its )?request|steal|memory ?pressure|disk ?pressure|node ?not ?ready|preempt/i.test(
      text,
    ),
  )
  const isShared = neighbour || early.some(({ text }) => /steal|throttl|node_|load|pressure/i.test(text))
  return {
    name: 'infrastructure-failed',
    sentence: `infrastructure failed first: ${first.what}`,
    weight: 2.9 + (early.length > 1 ? 0.5 : 0),
    remediation: isShared ? 'reschedule' : 'escalate-upstream',
    // The source of cluster events isn't what failed.
    ...(first.source === 'metric' ? { on: first.service } : isShared ? {} : { on: 'the infrastructure' }),
    changeId: null,
    evidence: early.map(({ evidence }) => evidence),
  }
}
