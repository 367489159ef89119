import { listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** Warning events of one pod, or of everything that is not a pod: namespace and pod are then empty. */
interface WarningCount {
  namespace: string
  pod: string
  total: number
}

/** State that outlives the process. */
export interface WarningsState {
  /** Time of the last collection in Unix milliseconds; 0 before the first. */
  lookedAt: number
  /** Counted occurrences of each event that the API still has. */
  events: readonly { uid: string; count: number }[]
  counts: readonly WarningCount[]
}

/**
 * Counts new occurrences of events, by uid and count: a repeated event adds the increase of its count. Events from
 * before the very first collection are not counted.
 * @param events all Warning events in the API, which stores them for about an hour.
 * @returns the state to save: the events of this collection, and the counts per object.
 */
export function countWarnings(
  events: readonly unknown[],
  before: WarningsState,
  options: { now: number; sheet: SampleSheet },
): WarningsState {
  const { now, sheet } = options
  const known = new Map(before.counts.map((count) => [keyOf(count), count.total]))
  const counted = new Map(before.events.map(({ uid, count }) => [uid, count]))
  const counts = new Map([[keyOf(clusterScope), { ...clusterScope, total: known.get(keyOf(clusterScope)) ?? 0 }]])
  for (const event of events) {
    const about = aboutPod(event)
    const key = keyOf(about)
    const total = counts.get(key)?.total ?? known.get(key) ?? 0
    counts.set(key, { ...about, total: total + countAdded(event, counted, before.lookedAt) })
  }
  for (const count of counts.values()) {
    const isFirst = !known.has(keyOf(count)) && before.lookedAt > 0
    addCount(count, { sheet, zeroAt: isFirst ? before.lookedAt : undefined })
  }
  const seen = events.map((event) => ({ uid: textAt(event, 'metadata', 'uid'), count: countOf(event) }))
  return { lookedAt: now, events: seen, counts: [...counts.values()] }
}

/** Well below the time after which the API server forgets an event. */
const writeDelayMsMax = 60_000

const clusterScope = { namespace: '', pod: '' }

function keyOf({ namespace, pod }: Pick<WarningCount, 'namespace' | 'pod'>): string {
  return JSON.stringify([namespace, pod])
}

function aboutPod(event: unknown): Pick<WarningCount, 'namespace' | 'pod'> {
  if (textAt(event, 'involvedObject', 'kind') !== 'Pod') return clusterScope
  return { namespace: textAt(event, 'involvedObject', 'namespace'), pod: textAt(event, 'involvedObject', 'name') }
}

// Old clients count in `count`, new ones in `series`; an event that happened once may have neither.
function countOf(event: unknown): number {
  return Math.max(1, numberAt(event, 'count') ?? 0, numberAt(event, 'series', 'count') ?? 0)
}

function countAdded(event: unknown, counted: ReadonlyMap<string, number>, lookedAt: number): number {
  const count = countOf(event)
  const earlier = counted.get(textAt(event, 'metadata', 'uid'))
  if (earlier !== undefined) return Math.max(0, count - earlier)
  const single = timeAt(event, 'eventTime') ?? 0
  const first = timeAt(event, 'firstTimestamp') ?? single
  const last = timeAt(event, 'lastTimestamp') ?? timeAt(event, 'series', 'lastObservedTime') ?? single
  const created = timeAt(event, 'metadata', 'creationTimestamp') ?? 0
  if (lookedAt === 0) return 0
  // Events are written some time after they happen: the last collection could not see this one.
  if (created > lookedAt && created - first <= writeDelayMsMax) return count
  if (last <= lookedAt) return 0
  // If it began before, it expired and was written again with its old count: only the latest occurrence is new for sure.
  return first > lookedAt ? count : 1
}

function addCount({ namespace, pod, total }: WarningCount, to: { sheet: SampleSheet; zeroAt: number | undefined }) {
  const name = pod === '' ? 'warning_events_total' : 'pod_warning_events_total'
  const labels = { node: '', namespace, pod }
  to.sheet.add(labels, { [name]: total })
  // A counter whose first value is above 0 shows no increase, so a 0 is added at the time of the previous collection.
  if (to.zeroAt !== undefined && total > 0) to.sheet.addAt(to.zeroAt, labels, { [name]: 0 })
}

/** Parses the saved state as far as it is readable. */
export function readWarningsState(value: unknown): WarningsState {
  return {
    lookedAt: numberAt(value, 'lookedAt') ?? 0,
    events: listAt(value, 'events').map((event) => ({
      uid: textAt(event, 'uid'),
      count: numberAt(event, 'count') ?? 0,
    })),
    counts: listAt(value, 'counts').map((count) => ({
      namespace: textAt(count, 'namespace'),
      pod: textAt(count, 'pod'),
      total: numberAt(count, 'total') ?? 0,
    })),
  }
}
