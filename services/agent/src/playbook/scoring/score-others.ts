import type { Scene } from '../scene/scene.js'
import { findExternalCauses } from '../external/find-external-causes.js'
import { isSameSha, readDeployments } from '../changes/deployments.js'
import { sumParts, type ExternalHypothesis, type UnknownHypothesis } from './hypothesis.js'
import { scorePlace } from './score-place.js'
import { scoreTime } from './score-time.js'
import { weights } from './weights.js'

/** Judges every cause from outside that shows. */
export function scoreExternalCauses(scene: Scene): ExternalHypothesis[] {
  return findExternalCauses(scene).map((cause) => {
    const parts = [
      { name: 'prior' as const, score: weights.priorOfExternal, reason: 'such things happen without a change' },
      { name: 'traces' as const, score: cause.weight, reason: cause.sentence },
    ]
    return { kind: 'external' as const, cause, ...sumParts(parts) }
  })
}

/** Judges deployments of commits that were never announced: nothing can be said of what they changed. */
export function scoreUnknownDeployments(scene: Scene): UnknownHypothesis[] {
  const { changes } = scene.facts
  const commits = changes.filter(({ kind }) => kind === 'commit')
  const unknown = readDeployments(changes).filter(
    ({ sha }) => sha === null || !commits.some(({ id }) => isSameSha(id, sha)),
  )
  return unknown.flatMap((deployment) => {
    const change = changes.find(({ change_id: id }) => id === deployment.changeId)
    if (!change) return []
    const services = deployment.service === null ? [] : [deployment.service]
    const live = { how: 'exact' as const, at: deployment.at, services }
    const parts = [
      {
        name: 'prior' as const,
        score: weights.priorOfUnknownDeployment,
        reason: 'brought a commit that is not known here',
      },
      scoreTime(scene, deployment.at),
      scorePlace(scene, change, live),
    ]
    return [{ kind: 'unknown-deployment' as const, change, ...sumParts(parts) }]
  })
}
