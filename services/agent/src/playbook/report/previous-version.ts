import type { Change } from '@signalbox/contracts'
import { isSameRollout, readDeployments } from '../changes/deployments.js'
import type { Hypothesis } from '../scoring/hypothesis.js'

/** Returns the version to roll back to; null if unknown. */
export function findPreviousVersion(changes: readonly Change[], cause: Hypothesis | null): string | null {
  if (cause?.kind === 'unknown-deployment') return findVersionBefore(changes, [cause.change.change_id])
  return cause?.kind === 'change'
    ? findVersionBefore(
        changes,
        cause.live.deployments.map(({ changeId }) => changeId),
      )
    : null
}

/**
 * Returns the version that ran before some deployments.
 * @returns null unless they concern a single service whose previous version is known and different.
 */
export function findVersionBefore(changes: readonly Change[], deploymentIds: readonly string[]): string | null {
  const all = readDeployments(changes)
  const own = all.filter(({ changeId }) => deploymentIds.includes(changeId))
  const [first] = own
  const service = first?.service ?? null
  if (first === undefined || service === null || own.some((one) => one.service !== service)) return null
  const before = all.filter((one) => one.service === service && one.at < first.at && !isSameRollout(one, first))
  const version = before.at(-1)?.version ?? null
  return version === first.version ? null : version
}
