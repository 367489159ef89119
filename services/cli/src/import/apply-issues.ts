import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient } from '@signalbox/api-client'
import {
  changeIssue,
  listIssueActivities,
  queryErrors,
  type IssueActivityKind,
  type IssueChange,
  type TelemetryProject,
} from '@signalbox/contracts'
import type { Sender } from '../bundle/sender.js'
import type { ImportedItem } from './imported-item.js'
import type { SourceIssue, SourceProject } from './source.js'

export interface IssueParts {
  client: ApiClient
  sender: Sender
  /** Ids of members by their e-mail address in lower case. */
  memberIds: ReadonlyMap<string, string>
  onProgress: (text: string) => void
}

/** Number of events sent before waiting for their issues. */
const portionLength = 20
/** How long to wait until events have become issues, and the polling interval. */
const settle = { withinMs: 30_000, everyMs: 500 }

/**
 * Sends the newest event of each issue, so that it is grouped by this installation's rules, and gives the resulting
 * issue its state and assignee. Existing events are recognized by id and not sent again.
 */
export async function* importIssues(
  { name, issues }: SourceProject,
  project: TelemetryProject,
  parts: IssueParts,
): AsyncGenerator<ImportedItem> {
  for (let start = 0; start < issues.length; start += portionLength) {
    const portion = issues.slice(start, start + portionLength)
    const sent: Sent[] = []
    for (const issue of portion) {
      const one = await sendIssue(issue, project, parts)
      if (one === undefined) yield refused(issue, 'its events no longer exist on the other server')
      else sent.push(one)
    }
    for (const one of sent) yield await settleIssue(one, parts)
    parts.onProgress(`${name}: ${Math.min(start + portionLength, issues.length)} of ${issues.length} issues`)
  }
}

interface Sent {
  issue: SourceIssue
  eventId: string
  projectId: string
  wasThere: boolean
}

async function sendIssue(
  issue: SourceIssue,
  { id: projectId, dsn }: TelemetryProject,
  { client, sender }: IssueParts,
): Promise<Sent | undefined> {
  const event = await issue.readEvent()
  if (event === undefined) return undefined
  const { id: eventId, payload } = event
  const wasThere = (await findIssueId(client, projectId, eventId)) !== undefined
  const lines = [{ event_id: eventId }, { type: 'event' }, { ...payload, event_id: eventId }]
  if (!wasThere) await sender.envelope(dsn, lines.map((line) => JSON.stringify(line)).join('\n'))
  return { issue, eventId, projectId, wasThere }
}

async function findIssueId(client: ApiClient, projectId: string, eventId: string): Promise<string | undefined> {
  const query = { project_id: projectId, event_id: eventId, since: '30d' } as const
  const { events } = await client.call(queryErrors, { query })
  return events[0]?.issue_id ?? undefined
}

async function settleIssue({ issue, eventId, projectId, wasThere }: Sent, parts: IssueParts): Promise<ImportedItem> {
  for (let waitedMs = 0; waitedMs <= settle.withinMs; waitedMs += settle.everyMs) {
    const id = await findIssueId(parts.client, projectId, eventId)
    if (id !== undefined) {
      const said = await takeDecisions(id, issue, parts)
      const detail = [`its newest event is ${eventId}`, ...said].join('; ')
      return { kind: 'issue', name: issue.name, outcome: wasThere ? 'there already' : 'created', detail }
    }
    await delay(settle.everyMs)
  }
  return refused(issue, `its newest event, ${eventId}, was sent but did not create an issue: check signalbox errors`)
}

/**
 * Applies the decisions made on the other server, unless somebody here has already decided. @returns notes for the
 * user.
 */
async function takeDecisions(
  issueId: string,
  { isArchived, assignee }: SourceIssue,
  { client, memberIds }: IssueParts,
): Promise<string[]> {
  if (!isArchived && assignee === undefined) return []
  const params = { issue_id: issueId }
  const { activities } = await client.call(listIssueActivities, { params, query: {} })
  const isDecided = (...kinds: IssueActivityKind[]) => activities.some(({ kind }) => kinds.includes(kind))
  const memberId = assignee === undefined ? undefined : memberIds.get(assignee.toLowerCase())
  const change: IssueChange = {
    ...(isArchived && !isDecided('archived', 'resolved', 'unresolved') && { status: 'archived' as const }),
    ...(memberId !== undefined && !isDecided('assigned', 'unassigned') && { assignee_id: memberId }),
  }
  if (Object.keys(change).length > 0) await client.call(changeIssue, { params, body: change })
  if (assignee === undefined || memberId !== undefined) return []
  return [`assigned to ${assignee}, who is not a member yet: run the import again once they have joined`]
}

function refused({ name }: SourceIssue, detail: string): ImportedItem {
  return { kind: 'issue', name, outcome: 'not taken', detail }
}
