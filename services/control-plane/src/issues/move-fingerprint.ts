import { limits } from '@signalbox/contracts'
import type { FingerprintMove } from '@signalbox/service-kit'
import type { IssueFingerprintRow } from './store/issue-fingerprints.js'
import type { IssueStores } from './store/issue-stores.js'
import { systemActor } from './issue-activities.js'
import { mergeIssues } from './merge-issues.js'

/**
 * Prepares moving events from one fingerprint to another: the new fingerprint becomes part of the same issue, which
 * continues. If another issue already has the new fingerprint, the two are merged into the older one, unless the old
 * issue also has events with other fingerprints: what was one issue as minified code may turn out to be several, and
 * those must stay apart.
 * @returns true if the events may move; false if their issue is gone, because they are deleted with it.
 */
export function moveFingerprint(store: IssueStores, move: FingerprintMove, now: number): boolean {
  return store.transact(() => {
    const { projectId, from, to } = move
    const source = store.issueFingerprints.find(projectId, from)
    if (source === undefined) return false
    const known = store.issueFingerprints.find(projectId, to)
    if (known === undefined) joinSource(store, source, move)
    else if (known.issue_id !== source.issue_id) mergeOlder(store, { source, known, move, now })
    return true
  })
}

function joinSource(store: IssueStores, source: IssueFingerprintRow, move: FingerprintMove): void {
  const { issue_id, original_issue_id, first_seen_at } = source
  const { projectId: project_id, to: fingerprint, before, after } = move
  store.issueFingerprints.insert({ project_id, fingerprint, issue_id, original_issue_id, first_seen_at })
  store.issues.rename(issue_id, before, after)
}

interface FingerprintCollision {
  source: IssueFingerprintRow
  known: IssueFingerprintRow
  move: FingerprintMove
  now: number
}

function mergeOlder(store: IssueStores, { source, known, move, now }: FingerprintCollision): void {
  const isMixed = store.issueFingerprints.count(source.issue_id) > 1
  if (isMixed || store.issueFingerprints.count(known.issue_id) >= limits.issue.fingerprintsMax) return
  const { organizationId, before, after } = move
  const read = (id: string) => store.issues.find(organizationId, id)
  const [one, other] = [read(source.issue_id), read(known.issue_id)]
  if (one === undefined || other === undefined) return
  const [older, newer] = one.first_seen_at <= other.first_seen_at ? [one, other] : [other, one]
  mergeIssues(store, { organizationId, issueId: older.id, issueIds: [newer.id], actor: systemActor, now })
  store.issues.rename(older.id, before, after)
}
