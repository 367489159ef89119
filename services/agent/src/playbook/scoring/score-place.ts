import type { Change } from '@signalbox/contracts'
import type { Liveness } from '../changes/deployments.js'
import type { Scene } from '../scene/scene.js'
import { isSharedPath, pathNamesService } from '../text/service-names.js'
import type { ScorePart } from './hypothesis.js'
import { weights } from './weights.js'

/** So many services that show the same make it likely that what they share is broken. */
const widespreadMin = 3

/** How near the change is to what suffers: by where it went live, and by what its paths name. */
export function scorePlace(scene: Scene, change: Change, live: Liveness): ScorePart {
  const { place } = weights
  const part = (score: number, reason: string): ScorePart => ({ name: 'place', score, reason })
  const { alerting } = scene
  const runsOn = new Set([...live.services, ...(change.service === null ? [] : [change.service])])
  const isIn = (service: string) => runsOn.has(service) || change.files.some((path) => pathNamesService(path, service))
  const isShared = change.files.length > 0 && change.files.every(isSharedPath)
  if (isShared && isWidespread(scene))
    return part(place.sharedAndWidespread, 'is code that all are built from, and several services show the same')
  if (alerting !== null && isIn(alerting)) return part(place.alerting, `touches ${alerting}, which suffers`)
  const near = [...scene.affected, ...scene.related].find(isIn)
  if (near !== undefined) return part(place.affected, `touches ${near}, which has to do with it`)
  if (isShared && live.how !== 'never') return part(place.shared, 'is code that several services are built from')
  const isHeardOf = scene.facts.services.some(isIn)
  if (!isHeardOf && live.how !== 'never') return part(place.unknown, 'touches what no telemetry is known of')
  return part(place.elsewhere, 'touches nothing that suffers')
}

/** Whether several services began to say the same. */
function isWidespread({ signals, infrastructure }: Scene): boolean {
  const services = new Map<string, Set<string>>()
  for (const { service, source, kinds, bad } of signals) {
    if (!bad || source === 'metric' || infrastructure.has(service)) continue
    for (const kind of kinds) services.set(kind, (services.get(kind) ?? new Set()).add(service))
  }
  return [...services.values()].some(({ size }) => size >= widespreadMin)
}
