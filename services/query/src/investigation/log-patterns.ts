import { limits, type LogPattern, type LogPatternsResponse, type queryLogPatterns } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { matchingLogCriteria } from '../kinds/log-filters.js'
import { allOf, type Filter } from '../selection/filter.js'
import { maskedLine } from '../selection/line-pattern.js'
import { byFrequency, mergePatterns, type MaskedPattern, type MergedPattern } from '../selection/merge-patterns.js'
import type { QueryContext } from '../reading/query-context.js'
import { withinScope } from '../selection/telemetry-scope.js'
import { resolveSplit } from '../selection/time-window.js'
import { resolveRangeScope } from './range-scope.js'
import { chooseInterval, intervalOf } from '../selection/interval.js'

type PatternsQuery = Parameters<RouteHandler<typeof queryLogPatterns>>[0]['query']

/** Sampling rates of entries: one in how many is examined. */
interface LineShares {
  warnings: number
  others: number
}

interface StoredMasked extends MaskedPattern {
  level: LogPattern['level']
  key: string
  /** Masked patterns in the range. */
  total: number
}

interface StoredPattern extends Pick<LogPattern, 'count'> {
  /** Position among the requested ones, from 1. */
  place: number
  countBefore: number
  firstMs: number
  lastMs: number
  intervals: [startsMs: number[], counts: number[]]
  examples: [timestampMs: number, body: string, traceId: string, attributes: Record<string, string>][]
  /** Number of entries whose attributes were counted, and how many had each `name\nvalue`. */
  sampled: number
  attributeCounts: [names: string[], counts: number[]]
}

/** About one in this many patterns has entries all the time; the others have few points. */
const fullPatterns = 2

const warnings: ReadonlySet<string> = new Set(['warn', 'error', 'fatal'])
const isWarning = `level IN (${[...warnings].map((level) => `'${level}'`).join(', ')})`

/**
 * Log entries by pattern. The store masks variable parts and counts; the results are merged here; then the store reads
 * details of the merged patterns, so that only examples are read in full.
 */
export async function listLogPatterns(
  context: QueryContext,
  caller: ApiCaller,
  query: PatternsQuery,
): Promise<LogPatternsResponse> {
  const scope = await resolveRangeScope(context, caller, query)
  const splitMs = resolveSplit(query.split, scope.window)
  const matching = allOf(withinScope(scope, 'timestamp'), matchingLogCriteria(query))
  const shares = await readShares(context.store, matching)
  const intervalSeconds = chooseInterval(scope.window, {
    asked: undefined,
    series: Math.ceil(query.limit / fullPatterns),
  })
  const intervalMs = intervalSeconds * 1000
  const entries = maskedEntries(matching, shares)
  const masked = await readMasked(context.store, entries)
  const merged = mergePatterns(masked)
  const patterns = query.merge === false ? merged.flatMap(toParts) : merged
  const asked = patterns.sort(byImportance).slice(0, query.limit)
  const rows = await readPatterns(context.store, entries, { splitMs, asked, intervalMs })
  return {
    one_in_warnings: shares.warnings,
    one_in_others: shares.others,
    interval_seconds: intervalSeconds,
    patterns: rows.flatMap((row) => toPattern(row, asked[row.place - 1])),
    total: patterns.length + (masked[0]?.total ?? 0) - masked.length,
  }
}

/** The request: masked patterns that belong together, or one of them. */
interface RequestedPattern extends StoredMasked {
  members: readonly StoredMasked[]
  /** For a single one: the pattern it is merged into. */
  partOf?: string
}

function toParts({ pattern, members }: MergedPattern<StoredMasked>): RequestedPattern[] {
  return members.map((member) => ({ ...member, members: [member], partOf: pattern }))
}

function byImportance(a: RequestedPattern, b: RequestedPattern): number {
  return Number(warnings.has(b.level)) - Number(warnings.has(a.level)) || byFrequency(a, b)
}

async function readShares(store: TelemetryReader, matching: Filter): Promise<LineShares> {
  const [counted] = await store.read<{ warnings: number; others: number }>({
    name: 'logPatternEntries',
    sql: `SELECT countIf(${isWarning}) AS warnings, countIf(NOT ${isWarning}) AS others FROM logs WHERE ${matching.sql}`,
    parameters: matching.parameters,
  })
  const shareOf = (entries = 0) => Math.max(1, Math.ceil(entries / limits.query.patternEntriesMax))
  return { warnings: shareOf(counted?.warnings), others: shareOf(counted?.others) }
}

/** Entries with their variable parts masked. */
function maskedEntries(matching: Filter, shares: LineShares): Filter {
  const masked = maskedLine('body')
  return {
    sql: `
      SELECT service, level, timestamp, sequence, substringUTF8(body, 1, {lengthMax:UInt32}) AS line, trace_id, attributes,
        ${masked.sql} AS pattern, toString(cityHash64(service, level, pattern)) AS key,
        if(${isWarning}, {shareOfWarnings:UInt32}, {shareOfOthers:UInt32}) AS share
      FROM logs
      WHERE ${matching.sql} AND cityHash64(timestamp, sequence, trace_id, body) % share = 0`,
    parameters: {
      ...matching.parameters,
      ...masked.parameters,
      lengthMax: limits.query.exampleLengthMax,
      shareOfWarnings: shares.warnings,
      shareOfOthers: shares.others,
    },
  }
}

function readMasked(store: TelemetryReader, entries: Filter): Promise<StoredMasked[]> {
  return store.read<StoredMasked>({
    name: 'maskedLogPatterns',
    sql: `
      SELECT service, level, pattern, any(key) AS key, sum(share) AS count, count() OVER () AS total
      FROM (${entries.sql})
      GROUP BY service, level, pattern
      ORDER BY ${isWarning} DESC, count DESC, service, level, pattern
      LIMIT {maskedMax:UInt32}`,
    parameters: { ...entries.parameters, maskedMax: limits.query.maskedPatternsMax },
  })
}

/** Entries of the requested patterns, with their position within the same pattern. */
function placedEntries(entries: Filter, asked: readonly RequestedPattern[]): Filter {
  const keys = asked.flatMap(({ members }, index) => members.map(({ key }) => ({ key, place: index + 1 })))
  return {
    sql: `
      SELECT timestamp, line, trace_id, attributes, share, place,
        row_number() OVER (PARTITION BY place ORDER BY timestamp, sequence, line, trace_id) AS number,
        count() OVER (PARTITION BY place) AS size
      FROM (SELECT *, transform(key, {keys:Array(String)}, {places:Array(UInt32)}, toUInt32(0)) AS place FROM (${entries.sql}))
      WHERE place > 0`,
    parameters: {
      ...entries.parameters,
      keys: keys.map(({ key }) => key),
      places: keys.map(({ place }) => place),
    },
  }
}

function readPatterns(
  store: TelemetryReader,
  masked: Filter,
  { splitMs, asked, intervalMs }: { splitMs: number; asked: readonly RequestedPattern[]; intervalMs: number },
): Promise<StoredPattern[]> {
  const entries = placedEntries(masked, asked)
  const shown = "NOT startsWith(name, 'sentry.') AND name != 'service.name'"
  return store.read<StoredPattern>({
    name: 'logPatterns',
    sql: `
      WITH arrayMap(step -> 1 + intDiv((size - 1) * step, {lastExample:UInt32}), range({examplesMax:UInt32})) AS numbers,
        (number - 1) % greatest(1, intDiv(size + {sampleMax:UInt32} - 1, {sampleMax:UInt32})) = 0 AS isSampled,
        mapFilter((name, value) -> ${shown}, attributes) AS told
      SELECT place, sum(share) AS count,
        sumIf(share, timestamp < fromUnixTimestamp64Milli({splitMs:Int64}, 'UTC')) AS countBefore,
        toUnixTimestamp64Milli(min(timestamp)) AS firstMs, toUnixTimestamp64Milli(max(timestamp)) AS lastMs,
        sumMap([${intervalOf('timestamp')}], [toUInt64(share)]) AS intervals,
        arrayMap(example -> (example.2, example.3, example.4, example.5), arraySort(groupArrayIf(
          (number, toUnixTimestamp64Milli(timestamp), line, trace_id, told), has(numbers, number)))) AS examples,
        countIf(isSampled) AS sampled,
        sumMapIf(arrayMap((name, value) -> concat(name, '\\n', substringUTF8(value, 1, {lengthMax:UInt32})),
          mapKeys(told), mapValues(told)), arrayMap(name -> 1, mapKeys(told)), isSampled) AS attributeCounts
      FROM (${entries.sql})
      GROUP BY place
      ORDER BY place`,
    parameters: {
      ...entries.parameters,
      splitMs,
      intervalMs,
      examplesMax: limits.query.patternExamplesMax,
      lastExample: limits.query.patternExamplesMax - 1,
      sampleMax: limits.query.patternSampleMax,
    },
  })
}

function toPattern(row: StoredPattern, asked: RequestedPattern | undefined): LogPattern[] {
  if (!asked) return []
  return [
    {
      service: asked.service,
      level: asked.level,
      pattern: asked.pattern,
      ...(asked.partOf !== undefined && { part_of: asked.partOf }),
      count: row.count,
      count_before: row.countBefore,
      first: new Date(row.firstMs).toISOString(),
      last: new Date(row.lastMs).toISOString(),
      intervals: { starts: row.intervals[0].map((startMs) => startMs / 1000), counts: row.intervals[1] },
      examples: row.examples.map(([timestampMs, body, traceId, attributes]) => ({
        timestamp: new Date(timestampMs).toISOString(),
        body,
        trace_id: traceId,
        attributes: cutAttributes(attributes),
      })),
      common_attributes: commonAttributes(row),
    },
  ]
}

function cutAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { exampleAttributesMax, exampleLengthMax } = limits.query
  const kept = Object.entries(attributes).slice(0, exampleAttributesMax)
  return Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, exampleLengthMax)]))
}

/** Values that more than half of the entries share, by name. */
function commonAttributes({
  sampled,
  attributeCounts: [pairs, counts],
}: StoredPattern): LogPattern['common_attributes'] {
  return pairs.flatMap((pair, index) => {
    const ratio = (counts[index] ?? 0) / sampled
    const end = pair.indexOf('\n')
    return ratio > 0.5 ? [{ name: pair.slice(0, end), value: pair.slice(end + 1), ratio }] : []
  })
}
