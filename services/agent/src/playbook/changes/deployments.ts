import { minuteMs, type Change } from '@signalbox/contracts'
import { isSharedPath, pathNamesService } from '../text/service-names.js'

/** When and where a change began to run. */
export interface Liveness {
  /**
   * `exact`: deployed by its SHA, or effective immediately. `contained`: part of a later deployment. `never`: part of
   * none.
   */
  how: 'exact' | 'contained' | 'never' | 'unknown'
  /** Unix milliseconds. */
  at: number
  /** Services it went live on. */
  services: readonly string[]
  /** The deployments that contained it; empty for changes that aren't deployed. */
  deployments: readonly Deployment[]
}

/** A deployment and its contents. */
export interface Deployment {
  changeId: string
  at: number
  service: string | null
  repository: string | null
  sha: string | null
  /** As named by CI; null if it names none. */
  version: string | null
  /** Commit time of the SHA, if known: the deployment contains commits up to this time. */
  upTo: number
}

/**
 * Maximum time between two announcements of one deployment by different tools, if one of them knows neither commit nor
 * version.
 */
const repeatedAnnouncementMs = 10 * minuteMs

export function readDeployments(changes: readonly Change[]): Deployment[] {
  const commits = changes.filter(({ kind }) => kind === 'commit')
  const announced = changes
    .filter(({ kind, details }) => kind === 'deployment' && details['status'] !== 'failed')
    .map(toAnnouncement)
  return announced
    .map((deployment) => {
      const sha = deployment.sha ?? announced.find((other) => hasCommitOf(deployment, other))?.sha ?? null
      const commit = commits.find(({ id }) => sha !== null && isSameSha(id, sha))
      return { ...deployment, sha, upTo: commit ? Date.parse(commit.occurred_at) : deployment.at }
    })
    .sort((a, b) => a.at - b.at || (a.changeId < b.changeId ? -1 : 1))
}

/** A deployment as announced, before commits are resolved. */
type AnnouncedDeployment = Omit<Deployment, 'upTo'>

function toAnnouncement(change: Change): AnnouncedDeployment {
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

/**
 * True if the other announcement has the commit of this one: it has the same version, or is CI's announcement of the
 * same deployment.
 */
function hasCommitOf(deployment: AnnouncedDeployment, other: AnnouncedDeployment): boolean {
  return other.sha !== null && (isSameRollout(deployment, other) || isOfVersion(deployment, other))
}

function isOfVersion(a: AnnouncedDeployment, b: AnnouncedDeployment): boolean {
  return a.service === b.service && a.version !== null && b.version !== null && isSameVersion(a.version, b.version)
}

/** True if both announce the same deployment, by two tools or twice by one. */
export function isSameRollout(a: AnnouncedDeployment, b: AnnouncedDeployment): boolean {
  const isNear = Math.abs(a.at - b.at) <= repeatedAnnouncementMs
  return isNear && a.service === b.service && (a.version === null || b.version === null || isOfVersion(a, b))
}

/** SDKs and Sentry's own tools send `package@version`, CI often just the version. */
export function isSameVersion(a: string, b: string): boolean {
  return a === b || a.endsWith(`@${b}`) || b.endsWith(`@${a}`)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** True if one equals or abbreviates the other. */
export function isSameSha(a: string, b: string): boolean {
  return a.length >= 7 && b.length >= 7 && (a.startsWith(b) || b.startsWith(a))
}

/** @returns Since when a commit has been live. Other changes are live from the moment they occurred. */
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

/** True if the service is built from what the change touches: its own folders, or shared code. */
function isBuiltFrom(service: string | null, { service: of, files }: Change): boolean {
  if (service === null || of === service) return true
  return files.some((path) => pathNamesService(path, service) || isSharedPath(path))
}

/** The change's service as a list. */
export function servicesOf({ service }: Pick<Change, 'service'>): string[] {
  return service === null ? [] : [service]
}
