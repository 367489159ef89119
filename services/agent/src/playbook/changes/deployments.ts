import { minuteMs, type Change } from '@signalbox/contracts'
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

/** So long apart one deployment of a service is told by two tools, when one of them knows neither commit nor version. */
const toldTwiceMs = 10 * minuteMs

export function readDeployments(changes: readonly Change[]): Deployment[] {
  const commits = changes.filter(({ kind }) => kind === 'commit')
  const told = changes
    .filter(({ kind, details }) => kind === 'deployment' && details['status'] !== 'failed')
    .map(toTold)
  return told
    .map((deployment) => {
      const sha = deployment.sha ?? told.find((other) => isToldBy(deployment, other))?.sha ?? null
      const commit = commits.find(({ id }) => sha !== null && isSameSha(id, sha))
      return { ...deployment, sha, upTo: commit ? Date.parse(commit.occurred_at) : deployment.at }
    })
    .sort((a, b) => a.at - b.at || (a.changeId < b.changeId ? -1 : 1))
}

/** A deployment as it was told, before commits are looked up. */
type Told = Omit<Deployment, 'upTo'>

function toTold(change: Change): Told {
  const { service, repository, details } = change
  return {
    changeId: change.change_id,
    at: Date.parse(change.occurred_at),
    service,
    repository,
    sha: textOf(details['commit_sha']),
    version: textOf(details['version']),
  }
}

/** Whether another one tells the commit of what went live: of the same version, or the same deployment as CI told it. */
function isToldBy(deployment: Told, other: Told): boolean {
  return other.sha !== null && (isSameRollout(deployment, other) || isOfVersion(deployment, other))
}

function isOfVersion(a: Told, b: Told): boolean {
  return a.service === b.service && a.version !== null && b.version !== null && isSameVersion(a.version, b.version)
}

/** Whether both are one deployment, told by two tools or twice by one. */
export function isSameRollout(a: Told, b: Told): boolean {
  const isNear = Math.abs(a.at - b.at) <= toldTwiceMs
  return isNear && a.service === b.service && (a.version === null || b.version === null || isOfVersion(a, b))
}

/** SDKs and Sentry's own tools write `package@version`, and CI often the version alone. */
export function isSameVersion(a: string, b: string): boolean {
  return a === b || a.endsWith(`@${b}`) || b.endsWith(`@${a}`)
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
