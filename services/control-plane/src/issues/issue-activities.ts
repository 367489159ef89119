import {
  type ActivityActorKind,
  createId,
  createValidator,
  type IssueActivity,
  IssueActivityDetails,
  type IssueActivityKind,
  limits,
  toTimestamp,
} from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import type { IssueActivityRow } from './store/issue-activities.js'
import type { IssueRow } from './store/issues.js'
import type { IssueStores } from './store/issue-stores.js'

/** The author of an activity. */
export interface ActivityActor {
  kind: ActivityActorKind
  /** Id of the API key or member; empty for the system. */
  id: string
  name: string
}

/** The actor of automatic changes. */
export const systemActor: ActivityActor = { kind: 'system', id: '', name: '' }

export function actorOf({ actor, keyId }: ApiCaller): ActivityActor {
  return actor ?? { kind: 'api_key', id: keyId, name: '' }
}

/** An activity to record for an issue. */
export interface NewActivity {
  issue: Pick<IssueRow, 'id' | 'organization_id'>
  kind: IssueActivityKind
  actor: ActivityActor
  details?: IssueActivityDetails
  /** Only for comments. */
  text?: string
  /** Unix milliseconds. */
  now: number
}

/**
 * Stores an activity, and removes old ones beyond the limit about every sixteenth time: a request may change a thousand
 * issues. Call it in the transaction that makes the change.
 */
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
  // The last digit of an id is random.
  if (row.id.endsWith('0')) issueActivities.trim(issue.id, limits.issue.storedActivitiesMax)
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
