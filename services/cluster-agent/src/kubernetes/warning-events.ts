import { listAt, numberAt, textAt, timeAt } from '../samples/json-fields.js'
import type { SampleSheet } from '../samples/sample-sheet.js'

/** Warning events of one pod, or of everything that is not a pod: then namespace and pod are empty. */
interface WarningCount {
  namespace: string
  pod: string
  total: number
}

/** What outlives the process. */
export interface WarningsState {
  /** Unix milliseconds of the last look; 0 before the first. */
  lookedAt: number
  /** How often each event that the API still has happened, as far as it was counted. */
  events: readonly { uid: string; count: number }[]
  counts: readonly WarningCount[]
}

/**
 * Counts what the API's events add: each by its uid and count, so that an event that is told again counts by what it
 * grew. Events from before the first look of all are not counted.
 * @param events Every Warning event that the API has; it keeps them for about an hour.
 * @returns What to remember: the events of this look, and the counts of what they are about.
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
  if (lookedAt === 0 || last <= lookedAt) return 0
  // It began before the last look, which did not find it: how often it happened since then, nobody knows.
  return first > lookedAt ? count : 1
}

function addCount({ namespace, pod, total }: WarningCount, to: { sheet: SampleSheet; zeroAt: number | undefined }) {
  const name = pod === '' ? 'warning_events_total' : 'pod_warning_events_total'
  const labels = { node: '', namespace, pod }
  to.sheet.add(labels, { [name]: total })
  // A counter that begins above 0 shows no rise: it stood at 0 at the look before.
  if (to.zeroAt !== undefined && total > 0) to.sheet.addAt(to.zeroAt, labels, { [name]: 0 })
}

/** What was remembered, as far as it can be read. */
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
