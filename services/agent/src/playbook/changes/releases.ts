import { minuteMs } from '@signalbox/contracts'
import type { ErrorGroupFacts, FactPack } from '../../facts/fact-pack.js'
import { isSameRollout, isSameVersion, type Deployment } from './deployments.js'

/** What was seen first so much before the onset still belongs to it. */
const beforeMs = 3 * minuteMs
/** How long after its release began to run an error still begins with it; from then on less and less, until it does not. */
const withReleaseMs = { surely: 10 * minuteMs, hardly: 60 * minuteMs }

/** New errors that come from what a deployment brought. */
export interface ReleaseErrors {
  /** The release as the errors name it. */
  release: string
  /** Events from this release alone, and all events of new errors of the service. */
  count: number
  total: number
  /** Of those that come from this release alone the one with the most events. */
  most: ErrorGroupFacts
  /** Neither another release nor an earlier deployment of the service is known. */
  isFirst: boolean
  /** How much this speaks for the deployment, 0 to 1. */
  weight: number
}

interface Trouble {
  facts: FactPack
  onset: number | null
}

/**
 * An error that names a release was raised by it, so the release ran by then, whenever its deployment was told: one that
 * was told only after the onset, but whose release the new errors come from, took effect when they began.
 */
export function dateByErrors(deployments: readonly Deployment[], trouble: Trouble): Deployment[] {
  const { onset } = trouble
  return deployments.map((deployment, index) => {
    const isRepeated = deployments
      .slice(0, index)
      .some((one) => one.service === deployment.service && comesFrom([one.version ?? ''], deployment))
    if (onset === null || deployment.at <= onset || isRepeated) return deployment
    const first = earliest(ofRelease(newErrors(trouble, deployment), deployment))
    return { ...deployment, at: Math.min(deployment.at, first) }
  })
}

/**
 * What releases of errors say of a deployment. When an error comes from one release alone, that tells something only
 * where it could have come from another: from one that still runs beside it, or from the one before, when it began with
 * the release.
 * @returns null when no new error comes from the release alone.
 */
export function readReleaseErrors(
  trouble: Trouble,
  deployment: Deployment,
  all: readonly Deployment[],
): ReleaseErrors | null {
  const errors = newErrors(trouble, deployment)
  const own = ofRelease(errors, deployment)
  const [most] = [...own].sort((a, b) => b.count - a.count)
  const [release] = most?.releases ?? []
  if (most === undefined || release === undefined) return null
  const [count, total] = [countOf(own), countOf(errors)]
  const others = ofService(trouble.facts.errorGroups, deployment).filter(
    ({ releases }) => !comesFrom(releases, deployment),
  )
  const isBeside = others.some(({ releases, lastSeenAt }) => releases.length > 0 && lastSeenAt >= earliest(own))
  const isFirst =
    others.every(({ releases }) => releases.length === 0) &&
    !all.some((one) => one.service === deployment.service && one.at < deployment.at && !isSameRollout(one, deployment))
  const near = nearness(earliest(own) - deployment.at)
  return { release, count, total, most, isFirst, weight: (count / total) * (isBeside ? 1 : near) }
}

function newErrors({ facts, onset }: Trouble, deployment: Deployment): ErrorGroupFacts[] {
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
