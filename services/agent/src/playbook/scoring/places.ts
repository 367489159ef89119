import type { Change } from '@signalbox/contracts'
import type { Liveness } from '../changes/deployments.js'
import { fileKind } from '../changes/file-kind.js'
import type { Scene } from '../scene/scene.js'
import { createNameFinder, pathNamesService } from '../text/service-names.js'
import type { FeatureName, Features } from './features.js'

/** If a change went live where it could do harm, one of these is not 0. */
export const placeFeatures = ['onAffected', 'onNeighbour', 'onUntraced'] as const satisfies readonly FeatureName[]

/** Where a change went live, relative to the affected services. */
export interface Place {
  features: Features
  /** A sentence for people that incriminates the change by where it runs; empty if nothing does. */
  reason: string
}

/** @param firstFailing The first failing service, judged by telemetry alone. */
export function createPlaceReader(scene: Scene, firstFailing: string | null) {
  const { affected, neighbours, facts, departures, onset } = scene
  const said = [
    facts.alert.text,
    ...departures
      .filter(({ at }) => onset !== null && at >= onset - 300_000)
      .map(({ service, text }) => `${service}\n${text}`),
  ]
  const near = new Set([...affected].flatMap((name) => [...neighbours.callees(name), ...neighbours.callers(name)]))
  const known = facts.services
  return (change: Change, live: Liveness): Place => {
    const { files, service } = change
    const own = [...live.services, ...(service === null ? [] : [service])]
    const isOn = (name: string) =>
      own.includes(name) || (own.length === 0 && files.some((path) => pathNamesService(path, name)))
    const where = placeOf({ isOn, firstFailing, affected, near, known })
    const isConfig = files.length > 0 && files.every((path) => ['config', 'migration'].includes(fileKind(path)))
    const named = own.find((name) => said.some((line) => !line.startsWith(`${name}\n`) && createNameFinder(name)(line)))
    return {
      reason:
        where.reason === '' && named !== undefined ? `The alert or another service mentions ${named}.` : where.reason,
      features: {
        ...where.features,
        ...(named !== undefined && { isNamed: 1 }),
        ...(isConfig && { config: 1 }),
      },
    }
  }
}

function placeOf({
  isOn,
  firstFailing,
  affected,
  near,
  known,
}: {
  isOn: (name: string) => boolean
  firstFailing: string | null
  affected: ReadonlySet<string>
  near: ReadonlySet<string>
  known: readonly string[]
}): Place {
  if (firstFailing !== null && isOn(firstFailing))
    return { features: { onAffected: 1 }, reason: `It runs on ${firstFailing}, which failed first.` }
  const suffering = [...affected].find(isOn)
  if (suffering !== undefined)
    return { features: { onAffected: 1 }, reason: `It runs on ${suffering}, which is affected.` }
  const neighbour = [...near].find(isOn)
  if (neighbour !== undefined)
    return {
      features: { onNeighbour: 1 },
      reason: `It runs on ${neighbour}, which is connected to an affected service.`,
    }
  // That nothing is known about a place is no reason worth stating.
  if (!known.some(isOn)) return { features: { onUntraced: 1 }, reason: '' }
  return { features: {}, reason: '' }
}
