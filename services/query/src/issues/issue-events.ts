import type { listIssueEvents } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'
import { allOf, type Filter } from '../selection/filter.js'
import { errorColumns, toErrorEvents, type StoredError } from '../kinds/error.js'
import type { QueryContext } from '../reading/query-context.js'
import { matchingQuery, ofIssue, requireIssue } from './issue-scope.js'

type Input = Pick<Parameters<RouteHandler<typeof listIssueEvents>>[0], 'caller' | 'params' | 'query'>

/** A page of the matching events, newest first, ties by id. */
export interface EventPage {
  filter: Filter
  limit: number
  /** Where the previous page ended. */
  cursor: string | undefined
}

/**
 * Events of an issue.
 * @throws ServiceError `not-found` if the organization has no such issue.
 */
export async function listEventsOfIssue(context: QueryContext, { caller, params, query }: Input) {
  const issue = await requireIssue(context, caller, params.issue_id)
  const filter = allOf(ofIssue(caller, issue), matchingQuery(query, context.clock()))
  const { rows, nextCursor } = await readEventPage(context, { filter, limit: query.limit, cursor: query.cursor })
  return { events: await toErrorEvents(context, caller.organizationId, rows), next_cursor: nextCursor }
}

/** Reads one more than the page holds, to know whether there are more. */
export async function readEventPage({ store }: QueryContext, { filter, limit, cursor }: EventPage) {
  const page = allOf(filter, olderThan(cursor))
  const found = await store.read<StoredError>({
    name: 'eventPage',
    sql: `
      SELECT ${errorColumns}
      FROM events
      WHERE ${page.sql}
      ORDER BY timestamp DESC, event_id DESC
      LIMIT {limit:UInt32}`,
    parameters: { ...page.parameters, limit: limit + 1 },
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const nextCursor = found.length > limit && last !== undefined ? `${last.timestampMs}-${last.event_id}` : null
  return { rows, nextCursor }
}

/** Events after a cursor: time in Unix milliseconds and id of the last event before. */
function olderThan(cursor: string | undefined): Filter | undefined {
  const [ms, id] = cursor?.split('-') ?? []
  if (ms === undefined || id === undefined) return undefined
  const moment = "fromUnixTimestamp64Milli({cursorMs:Int64}, 'UTC')"
  return {
    // The first condition follows from the others, but lets the store skip newer rows.
    sql: `timestamp <= ${moment} AND (timestamp < ${moment} OR event_id < {cursorId:String})`,
    parameters: { cursorMs: Number(ms), cursorId: id },
  }
}
