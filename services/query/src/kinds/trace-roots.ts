import { hourMs } from '@signalbox/contracts'
import { allOf, whereEqual, type Filter } from '../selection/filter.js'
import {
  ofOrganization,
  ofProject,
  withinScope,
  withinWindow,
  type TelemetryScope,
} from '../selection/telemetry-scope.js'
import type { TimeWindow } from '../selection/time-window.js'
import { splitWindow } from '../selection/whole-hours.js'
import { describedSpan, failedSpan, namedSpan, type TraceSelection } from './trace-selection.js'

/**
 * The root of a group of spans as one number, which the projection by trace and hour contains: the minimum over the
 * spans. From the highest bit down: whether the span has a parent, its start in microseconds, the inverse of its
 * duration. The parent condition is written such that the store doesn't rewrite it into one that no projection
 * contains.
 */
const root =
  "min(bitOr(bitShiftLeft(toUInt128(bitOr(bitShiftLeft(toUInt64(parent_span_id > ''), 63), " +
  'toUInt64(toUnixTimestamp64Micro(start_time)))), 64), bitNot(duration_us)))'

const highestBitOff = 'bitAnd(toUInt64(bitShiftRight(root, 64)), 9223372036854775807)'

/** Start of a root in Unix microseconds. */
export const rootStartUs = `toInt64(${highestBitOff})`

const rootDurationUs = 'bitNot(toUInt64(bitAnd(root, 18446744073709551615)))'

/** Condition that a root is long enough. */
export function rootIsLongEnough({ rootDurationUsMin }: TraceSelection): Filter {
  if (rootDurationUsMin === undefined) return allOf()
  return { sql: `${rootDurationUs} >= {rootDurationUsMin:UInt64}`, parameters: { rootDurationUsMin } }
}

/** Traces to list: all matching ones, or those among them with a span that also meets the condition. */
export interface TraceRootsRequest {
  selection: TraceSelection
  withSpan?: Filter | undefined
}

/** A window has at most as many stretches, equally long, as a number has bits. */
const stretchesMax = 64

/** The stretches of a window. */
function stretchesOf({ startMs, untilMs }: TimeWindow) {
  const firstHour = Math.floor(startMs / hourMs)
  const hours = Math.ceil(untilMs / hourMs) - firstHour
  return { firstHour, hoursEach: Math.ceil(hours / stretchesMax) }
}

/** The hours of some stretches of a window, by their position: the start of each, Unix seconds. */
export function hoursOf(window: TimeWindow, positions: Iterable<number>): number[] {
  const { firstHour, hoursEach } = stretchesOf(window)
  return [...positions].flatMap((position) =>
    Array.from({ length: hoursEach }, (_, hour) => ((firstHour + position * hoursEach + hour) * hourMs) / 1_000),
  )
}

/**
 * The traces with the requested service and operation, each with its root, of any duration: a query with the columns
 * `trace` (hash of its id), `root` and `stretches`. The latter has the bits of the stretches in which spans of the trace
 * start: a list of their hours would cost as much as everything else.
 */
export function traceRoots({ selection, withSpan }: TraceRootsRequest): Filter {
  const { scope } = selection
  const candidates = withSpan === undefined ? ofMatchingTraces(selection) : ofTracesWith(selection, withSpan)
  const parts = bothParts(scope, candidates, {
    columns: `cityHash64(trace_id) AS trace, toStartOfHour(start_time) AS hour, ${root} AS root`,
    keys: 'trace, hour',
  })
  const { firstHour, hoursEach } = stretchesOf(scope.window)
  const stretch = 'intDiv(toUnixTimestamp(hour) - {stretchesFrom:UInt32}, {stretchSeconds:UInt32})'
  return {
    sql: `
      SELECT trace, min(root) AS root, groupBitOr(bitShiftLeft(toUInt64(1), ${stretch})) AS stretches
      FROM (${parts.sql})
      GROUP BY trace`,
    parameters: {
      ...parts.parameters,
      stretchesFrom: (firstHour * hourMs) / 1_000,
      stretchSeconds: (hoursEach * hourMs) / 1_000,
    },
  }
}

/** The matching traces, with roots of any duration, some twice: a query with the column `trace` (hash of its id). */
export function matchingTraces(selection: TraceSelection): Filter {
  const named = selection.status === undefined ? tracesNamed(selection) : undefined
  return (
    named ??
    bothParts(selection.scope, ofMatchingTraces(selection), {
      columns: 'cityHash64(trace_id) AS trace',
      keys: 'trace',
    })
  )
}

/** All spans of the matching traces, with roots of any duration, among the candidates. */
export function ofMatchingTraces(selection: TraceSelection, candidates?: Filter): Filter {
  return allOf(ofTrace(selection), matching(selection, candidates))
}

/** Like `ofMatchingTraces`, of those traces that have a span that meets the condition. */
export function ofTracesWith(selection: TraceSelection, span: Filter): Filter {
  return ofMatchingTraces(selection, traceIn(tracesWith(selection, span)))
}

// Named traces are searched only among candidates: most traces of a long window may pass a service.
function matching(selection: TraceSelection, candidates?: Filter): Filter {
  // The failed span is one of the requested ones.
  const named = selection.status === 'error' ? undefined : traceIn(tracesNamed(selection, candidates))
  return allOf(named ?? candidates, ofStatus(selection))
}

/** Every trace of the scope once: a query with the column `trace` (hash of its id). */
export function traceHashes(scope: TelemetryScope): Filter {
  const parts = bothParts(scope, allOf(), { columns: 'cityHash64(trace_id) AS trace', keys: 'trace' })
  return { sql: `SELECT trace FROM (${parts.sql}) GROUP BY trace`, parameters: parts.parameters }
}

// Sets of 64-bit hashes are built and searched several times as fast as sets of ids, and may contain a million.
function traceIn(traces: Filter | undefined): Filter | undefined {
  return traces && { sql: `cityHash64(trace_id) IN (${traces.sql})`, parameters: traces.parameters }
}

function ofTrace({ traceId }: TraceSelection): Filter | undefined {
  return traceId === undefined
    ? undefined
    : { sql: 'cityHash64(trace_id) = cityHash64({traceId:String})', parameters: { traceId } }
}

function ofStatus(selection: TraceSelection): Filter | undefined {
  if (selection.status === undefined) return undefined
  const failed = traceIn(tracesWith(selection, allOf(describedSpan(selection) ?? namedSpan(selection), failedSpan)))
  return failed && selection.status === 'ok' ? { ...failed, sql: `NOT (${failed.sql})` } : failed
}

function tracesNamed(selection: TraceSelection, candidates?: Filter): Filter | undefined {
  const described = describedSpan(selection)
  if (described !== undefined) return tracesWith(selection, allOf(described, candidates))
  const named = namedSpan(selection)
  return (
    named &&
    bothParts(selection.scope, allOf(ofTrace(selection), named, candidates), {
      columns: 'cityHash64(trace_id) AS trace',
      keys: 'trace',
    })
  )
}

function tracesWith({ scope, traceId }: TraceSelection, span: Filter): Filter {
  const spans = allOf(withinScope(scope, 'start_time'), whereEqual('trace_id', traceId), span)
  return { sql: `SELECT cityHash64(trace_id) AS trace FROM spans WHERE ${spans.sql}`, parameters: spans.parameters }
}

/** Planning a second part takes longer than reading the spans of a few hours. */
const partedMsMin = 3 * hourMs

export function isShort({ window: { startMs, untilMs } }: TelemetryScope): boolean {
  return untilMs - startMs < partedMsMin
}

// Of a longer window, complete hours are read from the projection, the partial ones at its ends from the spans.
function bothParts(scope: TelemetryScope, condition: Filter, select: { columns: string; keys: string }): Filter {
  const { window } = scope
  const owner = allOf(ofOrganization(scope.organizationId), ofProject(scope.projectId))
  const windows = isShort(scope) ? [withinWindow('start_time', window)] : splitWindow('start_time', window)
  const parts = windows.map((part) => allOf(owner, part, condition))
  const part = ({ sql }: Filter) => `SELECT ${select.columns} FROM spans WHERE ${sql} GROUP BY ${select.keys}`
  return {
    sql: parts.map(part).join(' UNION ALL '),
    parameters: allOf(...parts).parameters,
  }
}
