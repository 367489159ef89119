import type { Remediation } from '@signalbox/contracts'
import { fileKind } from '../changes/file-kind.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'

/** The mechanism of a change that drops a database index. */
export const indexDropped = 'index-dropped'

/** Chooses the first remedy to try for a cause. */
export function chooseRemediation(cause: Hypothesis | null, { isLasting }: Pick<Ranking, 'isLasting'>): Remediation {
  if (cause === null) return 'none'
  if (cause.kind === 'external') return cause.cause.remediation
  // If no previous version is known, only a new one helps.
  if (cause.kind === 'unknown-deployment') return cause.release?.isFirst === true ? 'roll-forward' : 'rollback'
  if (cause.kind !== 'change') return 'none'
  const { change, flag, finding } = cause
  if (flag !== null || change.kind === 'flag') return 'feature-flag-disable'
  // Rolling back code would remove what already works, and restores no index: both are quickly created.
  if (finding !== null && isSchemaFix(finding.mechanism)) return 'roll-forward'
  if (isLasting) return 'roll-forward'
  const isConfig = change.kind === 'config' || (change.files.length > 0 && change.files.every(isDeclared))
  return isConfig ? 'config-revert' : 'rollback'
}

function isSchemaFix(mechanism: string): boolean {
  return mechanism === 'missing-table' || mechanism === indexDropped
}

/** Templates of configuration are deployed like configuration. */
function isDeclared(path: string): boolean {
  return fileKind(path) === 'config' || /\.(tpl|j2|jinja2?|libsonnet)$/.test(path)
}
