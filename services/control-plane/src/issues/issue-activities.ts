import {
  type ActivityActorKind,
  createId,
  createValidator,
  type IssueActivity,
  IssueActivityDetails,
  type IssueActivityKind,
  toTimestamp,
} from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import type { IssueActivityRow } from './store/issue-activities.js'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'

/** Who does something to an issue. */
export interface ActivityActor {
  kind: ActivityActorKind
  /** Of the API key or of the member; empty for the system. */
  id: string
  name: string
}

/** What happens by itself. */
export const systemActor: ActivityActor = { kind: 'system', id: '', name: '' }

export function actorOf({ actor, keyId }: ApiCaller): ActivityActor {
  return actor ?? { kind: 'api_key', id: keyId, name: '' }
}

/** Something that happened to an issue. */
export interface NewActivity {
  issue: Pick<IssueRow, 'id' | 'organization_id'>
  kind: IssueActivityKind
  actor: ActivityActor
  details?: IssueActivityDetails
  /** Of a comment. */
  text?: string
  /** Unix milliseconds. */
  now: number
}

/** Keeps an activity. To be called in the transaction that keeps what happened. */
export function recordActivity(
  { issueActivities }: Pick<IssueStores, 'issueActivities'>,
  { issue, kind, actor, details = {}, text = '', now }: NewActivity,
): IssueActivityRow {
  const row: IssueActivityRow = {
    id: createId(now),
    organization_id: issue.organization_id,
    issue_id: issue.id,
    kind,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    text,
    details: JSON.stringify(details),
    occurred_at: now,
  }
  issueActivities.insert(row)
  return row
}

const validateDetails = createValidator(IssueActivityDetails)

export function toIssueActivity(row: IssueActivityRow): IssueActivity {
  const details = validateDetails(JSON.parse(row.details))
  return {
    id: row.id,
    issue_id: row.issue_id,
    kind: row.kind,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    text: row.text,
    details: details.ok ? details.value : {},
    occurred_at: toTimestamp(row.occurred_at),
  }
}
