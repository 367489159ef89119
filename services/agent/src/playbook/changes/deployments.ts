import type { Change } from '@signalbox/contracts'
import { isSharedPath, pathNamesService } from '../text/service-names.js'

/** When and where a change began to run. */
export interface Liveness {
  /** `exact`: deployed by its SHA or in effect at once; `contained`: part of a later deployment; `never`: not in any. */
  how: 'exact' | 'contained' | 'never' | 'unknown'
  /** Unix milliseconds. */
  at: number
  /** Services that it went live on. */
  services: readonly string[]
  /** The deployments that brought it; none of what is not deployed. */
  deployments: readonly Deployment[]
}

/** Deployments with what they brought, the first first. */
export interface Deployment {
  changeId: string
  at: number
  service: string | null
  repository: string | null
  sha: string | null
  /** As CI names it; null when it does not. */
  version: string | null
  /** When the commit of the SHA was made, when it is known: the deployment contains what is not younger. */
  upTo: number
}

export function readDeployments(changes: readonly Change[]): Deployment[] {
  const commits = changes.filter(({ kind }) => kind === 'commit')
  return changes
    .filter(({ kind, details }) => kind === 'deployment' && details['status'] !== 'failed')
    .map((change) => {
      const at = Date.parse(change.occurred_at)
      const sha = textOf(change.details['commit_sha'])
      const commit = commits.find(({ id }) => sha !== null && isSameSha(id, sha))
      const { service, repository } = change
      return {
        changeId: change.change_id,
        at,
        service,
        repository,
        sha,
        version: textOf(change.details['version']),
        upTo: commit ? Date.parse(commit.occurred_at) : at,
      }
    })
    .sort((a, b) => a.at - b.at || (a.changeId < b.changeId ? -1 : 1))
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Whether one is the other or its beginning. */
export function isSameSha(a: string, b: string): boolean {
  return a.length >= 7 && b.length >= 7 && (a.startsWith(b) || b.startsWith(a))
}

/** @returns since when a commit was live. Other changes are live from when they occurred. */
export function findLiveness(change: Change, deployments: readonly Deployment[]): Liveness {
  const at = Date.parse(change.occurred_at)
  const own = change.service === null ? [] : [change.service]
  if (change.kind !== 'commit') return { how: 'exact', at, services: own, deployments: [] }
  const ofRepository = deployments.filter(
    ({ repository }) => repository === null || change.repository === null || repository === change.repository,
  )
  if (ofRepository.length === 0) return { how: 'unknown', at, services: own, deployments: [] }
  const exact = ofRepository.filter(({ sha }) => sha !== null && isSameSha(sha, change.id))
  if (exact.length > 0) return toLiveness('exact', exact)
  const bearing = ofRepository.filter(({ service, at: deployedAt }) => deployedAt >= at && isBuiltFrom(service, change))
  const containing = bearing.filter(({ upTo }) => upTo >= at)
  return containing.length > 0
    ? toLiveness('contained', containing)
    : { how: 'never', at, services: [], deployments: [] }
}

function toLiveness(how: Liveness['how'], deployments: readonly Deployment[]): Liveness {
  return {
    how,
    at: deployments[0]?.at ?? 0,
    services: [...new Set(deployments.flatMap(({ service }) => (service === null ? [] : [service])))],
    deployments,
  }
}

/** Whether the service is built from what the change touches: its own folders, or code that is shared. */
function isBuiltFrom(service: string | null, { service: of, files }: Change): boolean {
  if (service === null || of === service) return true
  return files.some((path) => pathNamesService(path, service) || isSharedPath(path))
}

/** The service that a change is said to be of, in a list. */
export function servicesOf({ service }: Pick<Change, 'service'>): string[] {
  return service === null ? [] : [service]
}
