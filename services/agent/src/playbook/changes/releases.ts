import { minuteMs } from '@signalbox/contracts'
import type { ErrorGroupFacts, FactPack } from '../../facts/fact-pack.js'
import { isSameRollout, isSameVersion, type Deployment } from './deployments.js'

/** Errors first seen this long before the onset still belong to it. */
const beforeMs = 3 * minuteMs
/**
 * An error that starts within `surely` of its release going live is attributed to it. From then on the attribution
 * weakens, until it vanishes at `hardly`.
 */
const withReleaseMs = { surely: 10 * minuteMs, hardly: 60 * minuteMs }

/** New errors attributed to a deployment. */
export interface ReleaseErrors {
  /** The release as named by the errors. */
  release: string
  /** Events from this release alone, and all events of new errors in the service. */
  count: number
  total: number
  /** The error with the most events among those from this release alone. */
  most: ErrorGroupFacts
  /** True if no other release and no earlier deployment of the service is known. */
  isFirst: boolean
  /** How strongly this implicates the deployment, 0 to 1. */
  weight: number
}

interface ProblemFacts {
  facts: FactPack
  onset: number | null
}

/**
 * An error that names a release proves that the release was running, whenever its deployment was announced: a
 * deployment announced after the onset is dated back to the first new error from its release.
 */
export function dateByErrors(deployments: readonly Deployment[], problem: ProblemFacts): Deployment[] {
  const { onset } = problem
  return deployments.map((deployment, index) => {
    const isRepeated = deployments
      .slice(0, index)
      .some((one) => one.service === deployment.service && comesFrom([one.version ?? ''], deployment))
    if (onset === null || deployment.at <= onset || isRepeated) return deployment
    const first = earliest(ofRelease(newErrors(problem, deployment), deployment))
    return { ...deployment, at: Math.min(deployment.at, first) }
  })
}

/**
 * Assesses what the errors' releases imply about a deployment. That an error occurs in one release alone is only
 * informative if it could have occurred in another: one that still runs beside it, or the previous one if the error
 * began with the release.
 * @returns null if no new error comes from the release alone.
 */
export function readReleaseErrors(
  problem: ProblemFacts,
  deployment: Deployment,
  all: readonly Deployment[],
): ReleaseErrors | null {
  const errors = newErrors(problem, deployment)
  const own = ofRelease(errors, deployment)
  const [most] = [...own].sort((a, b) => b.count - a.count)
  const [release] = most?.releases ?? []
  if (most === undefined || release === undefined) return null
  const [count, total] = [countOf(own), countOf(errors)]
  const others = ofService(problem.facts.errorGroups, deployment).filter(
    ({ releases }) => !comesFrom(releases, deployment),
  )
  const isBeside = others.some(({ releases, lastSeenAt }) => releases.length > 0 && lastSeenAt >= earliest(own))
  const isFirst =
    others.every(({ releases }) => releases.length === 0) &&
    !all.some((one) => one.service === deployment.service && one.at < deployment.at && !isSameRollout(one, deployment))
  const near = nearness(earliest(own) - deployment.at)
  return { release, count, total, most, isFirst, weight: (count / total) * (isBeside ? 1 : near) }
}

function newErrors({ facts, onset }: ProblemFacts, deployment: Deployment): ErrorGroupFacts[] {
  if (onset === null) return []
  return ofService(facts.errorGroups, deployment).filter(
    ({ state, firstSeenAt, releases }) => state === 'new' && releases.length > 0 && firstSeenAt >= onset - beforeMs,
  )
}

function ofService(groups: readonly ErrorGroupFacts[], { service }: Deployment): ErrorGroupFacts[] {
  return groups.filter((group) => service === null || group.service === service)
}

function ofRelease(groups: readonly ErrorGroupFacts[], { version }: Deployment): ErrorGroupFacts[] {
  return groups.filter(
    ({ releases }) => version !== null && releases.every((release) => isSameVersion(release, version)),
  )
}

function comesFrom(releases: readonly string[], { version }: Deployment): boolean {
  return version !== null && releases.some((release) => isSameVersion(release, version))
}

function nearness(waitMs: number): number {
  const { surely, hardly } = withReleaseMs
  return Math.min(1, Math.max(0, (hardly - waitMs) / (hardly - surely)))
}

function earliest(groups: readonly ErrorGroupFacts[]): number {
  return groups.reduce((least, { firstSeenAt }) => Math.min(least, firstSeenAt), Infinity)
}

function countOf(groups: readonly ErrorGroupFacts[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
