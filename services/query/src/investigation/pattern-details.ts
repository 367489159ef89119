import { limits } from '@signalbox/contracts'
import type { TelemetryReader } from '@signalbox/telemetry-store'
import { intervalOf } from '../selection/interval.js'
import type { PlacedEntries } from './examined-entries.js'

interface PatternCounts {
  /** Position among the requested patterns, from 1. */
  place: number
  /** Numbers of examined entries, in total, before the instant, and by start of the interval (Unix milliseconds). */
  entries: number
  entriesBefore: number
  intervals: [startMs: number, entries: number][]
  firstMs: number
  lastMs: number
  /** When examples and sampled entries were logged, Unix microseconds, and the number of the first entry of that time. */
  moments: [timestampUs: number, first: number][]
}

interface PatternExamples {
  place: number
  examples: [timestampMs: number, body: string, traceId: string, attributes: Record<string, string>][]
  /** Number of entries whose attributes were counted, and how many had each `name\nvalue`. */
  sampled: number
  attributeCounts: [names: string[], counts: number[]]
}

export interface PatternDetails extends Omit<PatternCounts, 'moments'>, PatternExamples {}

export interface DetailsRequest {
  entries: PlacedEntries
  splitMs: number
  intervalMs: number
}

/**
 * Conditions for an entry that is an example, or whose attributes are counted, by its number within its pattern and the
 * size of that. Both are spread over the entries.
 */
const isExample =
  'has(arrayMap(step -> 1 + intDiv((size - 1) * step, {lastExample:UInt32}), range({examplesMax:UInt32})), number)'
const isSampled = '(number - 1) % greatest(1, intDiv(size + {sampleMax:UInt32} - 1, {sampleMax:UInt32})) = 0'
const chosen = {
  examplesMax: limits.query.patternExamplesMax,
  lastExample: limits.query.patternExamplesMax - 1,
  sampleMax: limits.query.patternSampleMax,
}

/**
 * Counts, examples and attributes of patterns. Entries are numbered without their texts and attributes, which take longer
 * to sort; these are then read only of entries with the times of examples.
 */
export async function readDetails(store: TelemetryReader, request: DetailsRequest): Promise<PatternDetails[]> {
  const counted = await readCounts(store, request)
  if (counted.length === 0) return []
  const examples = new Map((await readExamples(store, request.entries, counted)).map((row) => [row.place, row]))
  return counted.flatMap(({ moments: _, ...counts }) => {
    const own = examples.get(counts.place)
    return own === undefined ? [] : [{ ...counts, ...own }]
  })
}

function readCounts(
  store: TelemetryReader,
  { entries, splitMs, intervalMs }: DetailsRequest,
): Promise<PatternCounts[]> {
  return store.read<PatternCounts>({
    name: 'logPatternCounts',
    sql: `
      SELECT place, sum(own) AS entries, sum(ownBefore) AS entriesBefore, arraySort(groupArray((startMs, own))) AS intervals,
        toUnixTimestamp64Milli(min(first)) AS firstMs, toUnixTimestamp64Milli(max(last)) AS lastMs,
        groupUniqArrayArray(moments) AS moments
      FROM (
        SELECT place, ${intervalOf('timestamp')} AS startMs, count() AS own,
          countIf(timestamp < fromUnixTimestamp64Milli({splitMs:Int64}, 'UTC')) AS ownBefore,
          min(timestamp) AS first, max(timestamp) AS last,
          groupArrayIf((toUnixTimestamp64Micro(timestamp), firstOfTime), ${isExample} OR ${isSampled}) AS moments
        FROM (
          SELECT place, ${entries.size} AS size, timestamp, row_number() OVER ordered AS number,
            rank() OVER ordered AS firstOfTime
          FROM (SELECT timestamp, ${entries.place} AS place FROM logs WHERE ${entries.sql})
          WHERE place > 0
          WINDOW ordered AS (PARTITION BY place ORDER BY timestamp))
        GROUP BY place, startMs)
      GROUP BY place
      ORDER BY place`,
    parameters: { ...entries.parameters, ...chosen, splitMs, intervalMs },
  })
}

function readExamples(
  store: TelemetryReader,
  entries: PlacedEntries,
  counted: readonly PatternCounts[],
): Promise<PatternExamples[]> {
  const moments = counted.flatMap(({ place, moments: own }) =>
    own.map(([timestampUs, first]) => `(${place},${timestampUs},${first})`),
  )
  const times = new Set(counted.flatMap(({ moments: own }) => own.map(([timestampUs]) => timestampUs)))
  const shown = "NOT startsWith(name, 'sentry.') AND name != 'service.name'"
  return store.read<PatternExamples>({
    name: 'logPatternExamples',
    sql: `
      WITH mapFilter((name, value) -> ${shown}, attributes) AS told
      SELECT place,
        arrayMap(example -> (example.2, example.3, example.4, example.5), arraySort(groupArrayIf(
          (number, intDiv(timestampUs, 1000), line, trace_id, told), ${isExample}))) AS examples,
        countIf(${isSampled}) AS sampled,
        sumMapIf(arrayMap((name, value) -> concat(name, '\n', substringUTF8(value, 1, {lengthMax:UInt32})),
          mapKeys(told), mapValues(told)), arrayMap(name -> 1, mapKeys(told)), ${isSampled}) AS attributeCounts
      FROM (
        SELECT place, timestampUs, line, trace_id, attributes, ${entries.size} AS size,
          first + row_number() OVER (PARTITION BY place, timestampUs ORDER BY sequence, line, trace_id) - 1 AS number
        FROM (
          SELECT toUnixTimestamp64Micro(timestamp) AS timestampUs, sequence, trace_id, attributes,
            substringUTF8(body, 1, {lengthMax:UInt32}) AS line, ${entries.place} AS place
          FROM logs WHERE ${entries.sql} AND toUnixTimestamp64Micro(timestamp) IN {times:Array(Int64)}
        ) AS entries
        INNER JOIN (
          SELECT moment.1 AS place, moment.2 AS timestampUs, moment.3 AS first
          FROM (SELECT arrayJoin({moments:Array(Tuple(UInt32, Int64, UInt64))}) AS moment)
        ) AS moments USING (place, timestampUs))
      GROUP BY place`,
    parameters: {
      ...entries.parameters,
      ...chosen,
      moments: `[${moments.join(',')}]`,
      times: [...times],
      lengthMax: limits.query.exampleLengthMax,
    },
  })
}
