import { EventStream, limits, type LogEntry, type ServerSentEvent, type tailLogs } from '@signalbox/contracts'
import { StreamPlaces, type ApiCaller, type RouteHandler, type StreamLimits } from '@signalbox/service-kit'
import { setTimeout as delay } from 'node:timers/promises'
import { allOf, type Filter } from '../selection/filter.js'
import { matchingLogCriteria } from '../kinds/log-filters.js'
import type { QueryContext } from '../reading/query-context.js'
import { ofOrganization, ofProject, resolveProjectId } from '../selection/telemetry-scope.js'

/** Poll interval for new entries. */
const pauseMs = 1_000
/** Entries of different topics are stored alternately, so entries received this recently are read again. */
const overlapMs = 15_000
/** Entries that are this much older than their receive time are left out: they are scattered over the table. */
const lateMsMax = 3_600_000
/** Maximum entries read at once. */
const pageMax = 500

type Watching = RouteHandler<typeof tailLogs>

interface TailedLog extends Omit<LogEntry, 'timestamp'> {
  timestampMs: number
  receivedMs: number
  key: string
}

/**
 * Serves the log tail: a stream of entries as they arrive. The number of concurrent watchers per organization is
 * limited.
 */
export function createLogTail(contextOf: (caller: ApiCaller) => QueryContext, streamLimits?: StreamLimits): Watching {
  const places = new StreamPlaces(streamLimits)
  return async ({ caller, query }) => {
    const context = contextOf(caller)
    const { organizationId } = caller
    const projectId = await resolveProjectId(context.projects, caller, query.project_id)
    const filter = allOf(ofOrganization(organizationId), ofProject(projectId), matchingLogCriteria(query))
    return new EventStream(({ lastEventId, signal: gone }) => {
      const release = places.take(caller)
      const endsAt = performance.now() + query.follow_seconds * 1_000
      return follow(context, { filter, after: readEventId(lastEventId) ?? context.clock(), gone, endsAt, release })
    })
  }
}

/** An event id that isn't one of our numbers starts the tail now. */
function readEventId(given: string | undefined): number | undefined {
  return given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

interface Following {
  filter: Filter
  /** Receive time of the last entry that the caller has seen, Unix milliseconds. */
  after: number
  /** Aborts when the reader disconnects. */
  gone: AbortSignal
  /** In the time of `performance.now()`. A timeout signal that is only part of a combined signal may never fire. */
  endsAt: number
  release: () => void
}

async function* follow(context: QueryContext, following: Following): AsyncGenerator<ServerSentEvent> {
  const { gone, endsAt } = following
  const place: Place = { newestMs: following.after, seen: new Map() }
  try {
    for (let leftMs = endsAt - performance.now(); leftMs > 0 && !gone.aborted; leftMs = endsAt - performance.now()) {
      const entries = await readNext(context, following, place)
      for (const entry of entries) yield { id: String(entry.receivedMs), event: 'log', data: toLogEntry(entry) }
      if (entries.length < pageMax) await delay(Math.min(pauseMs, leftMs), undefined, { signal: gone })
    }
  } catch (error) {
    if (!gone.aborted) throw error
  } finally {
    following.release()
  }
}

/** A caller's position. */
interface Place {
  /** Receive time of the newest entry read, Unix milliseconds. */
  newestMs: number
  /** Receive times of the entries that would be read again, by key. */
  seen: Map<string, number>
}

/** Reads the entries that have arrived since, and notes them as read. */
async function readNext(context: QueryContext, { filter, after }: Following, place: Place): Promise<TailedLog[]> {
  const { seen } = place
  const fromMs = Math.max(after, place.newestMs - overlapMs)
  for (const [key, receivedMs] of seen) if (receivedMs < fromMs) seen.delete(key)
  const entries = await readNewest(context, filter, { fromMs, seen: [...seen.keys()] })
  for (const { key, receivedMs } of entries) {
    seen.set(key, receivedMs)
    place.newestMs = Math.max(place.newestMs, receivedMs)
  }
  return entries
}

function toLogEntry({ timestampMs, receivedMs: _received, key: _key, ...entry }: TailedLog): LogEntry {
  return { timestamp: new Date(timestampMs).toISOString(), ...entry }
}

function readNewest(
  { store }: QueryContext,
  filter: Filter,
  { fromMs, seen }: { fromMs: number; seen: readonly string[] },
): Promise<TailedLog[]> {
  return store.read<TailedLog>({
    name: 'logsTail',
    sql: `
      SELECT toUnixTimestamp64Milli(timestamp) AS timestampMs, project_id, level, severity_number,
        substringUTF8(body, 1, {bodyLengthMax:UInt32}) AS body, trace_id, span_id, service, release, environment, sdk_name,
        attributes, toUnixTimestamp64Milli(received_at) AS receivedMs,
        toString(cityHash64(project_id, logs.timestamp, sequence, trace_id, span_id, logs.body, received_at)) AS key
      FROM logs
      WHERE ${filter.sql} AND logs.timestamp >= fromUnixTimestamp64Milli({happenedMs:Int64})
        AND received_at > fromUnixTimestamp64Milli({fromMs:Int64}) AND key NOT IN {seen:Array(String)}
      ORDER BY received_at, logs.timestamp, sequence
      LIMIT {pageMax:UInt32}`,
    parameters: {
      ...filter.parameters,
      bodyLengthMax: limits.query.logBodyLengthMax,
      happenedMs: fromMs - lateMsMax,
      fromMs,
      pageMax,
      seen,
    },
  })
}
