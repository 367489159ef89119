import { limits, type LogPattern, type LogPatternsResponse, type queryLogPatterns } from '@signalbox/contracts'
import type { ApiCaller, RouteHandler } from '@signalbox/service-kit'
import { matchingLogCriteria } from '../kinds/log-filters.js'
import { allOf } from '../selection/filter.js'
import { byFrequency, mergePatterns, type MergedPattern } from '../selection/merge-patterns.js'
import type { QueryContext } from '../reading/query-context.js'
import { withinScope } from '../selection/telemetry-scope.js'
import { resolveSplit } from '../selection/time-window.js'
import {
  examinedEntries,
  placedEntries,
  readMasked,
  readShares,
  warnings,
  type LineShares,
  type StoredMasked,
} from './examined-entries.js'
import { readDetails, type PatternDetails } from './pattern-details.js'
import { resolveRangeScope } from './range-scope.js'
import { chooseInterval } from '../selection/interval.js'

type PatternsQuery = Parameters<RouteHandler<typeof queryLogPatterns>>[0]['query']

/** About one in this many patterns has entries all the time; the others have few points. */
const fullPatterns = 2

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
  const entries = examinedEntries(matching, shares)
  const masked = await readMasked(context.store, entries)
  const merged = mergePatterns(masked)
  const patterns = query.merge === false ? merged.flatMap(toParts) : merged
  const asked = patterns.sort(byImportance).slice(0, query.limit)
  const places = placedEntries(
    entries,
    asked.map(({ members }) => members),
  )
  const rows = asked.length === 0 ? [] : await readDetails(context.store, { entries: places, splitMs, intervalMs })
  return {
    one_in_warnings: shares.warnings,
    one_in_others: shares.others,
    interval_seconds: intervalSeconds,
    patterns: rows.flatMap((row) => toPattern(row, { asked: asked[row.place - 1], shares })),
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

function toPattern(
  row: PatternDetails,
  { asked, shares }: { asked: RequestedPattern | undefined; shares: LineShares },
): LogPattern[] {
  if (!asked) return []
  const share = warnings.has(asked.level) ? shares.warnings : shares.others
  return [
    {
      service: asked.service,
      level: asked.level,
      pattern: asked.pattern,
      ...(asked.partOf !== undefined && { part_of: asked.partOf }),
      count: row.entries * share,
      count_before: row.entriesBefore * share,
      first: new Date(row.firstMs).toISOString(),
      last: new Date(row.lastMs).toISOString(),
      intervals: {
        starts: row.intervals.map(([startMs]) => startMs / 1000),
        counts: row.intervals.map(([, entries]) => entries * share),
      },
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
}: PatternDetails): LogPattern['common_attributes'] {
  return pairs.flatMap((pair, index) => {
    const ratio = (counts[index] ?? 0) / sampled
    const end = pair.indexOf('\n')
    return ratio > 0.5 ? [{ name: pair.slice(0, end), value: pair.slice(end + 1), ratio }] : []
  })
}
