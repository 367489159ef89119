import type { TelemetryTopic } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import type { OffsetRange, StoredRanges } from '@signalbox/telemetry-store'

/** Which records to process again: of one topic, appended from one time (inclusive) to another. Unix milliseconds. */
export interface ReplayRequest {
  topic: TelemetryTopic
  from: number
  to: number
}

/** What of one partition is processed again. */
export interface PartitionReplay {
  /** Undefined when nothing of it is. */
  range: OffsetRange | undefined
  /** Offsets that were asked for and are left alone, because a part of their batch is gone from the log. */
  leftAlone: { start: number; end: number } | undefined
}

export interface ReplayPlanner {
  eventLog: Pick<EventLog, 'bounds' | 'offsetsAt' | 'lag'>
  stored: Pick<StoredRanges, 'findBorders'>
  /** Consumer group of the pipeline. */
  group: string
  /** Rows of a piece of a replay at most, see `replayRange`. */
  rowsMax: number
}

/**
 * Finds the ranges of offsets, widened to whole batches: rows say in which batch they were stored, not of which record
 * they are, so the rows of a batch can only be replaced together. A range ends where the group stands at the latest, and
 * what comes after is the consumer's.
 * @returns one entry a partition that holds something of the time.
 */
export async function planReplay(planner: ReplayPlanner, request: ReplayRequest): Promise<PartitionReplay[]> {
  const { eventLog, group } = planner
  const { topic, from, to } = request
  const [bounds, starts, ends, lags] = await Promise.all([
    eventLog.bounds(topic),
    eventLog.offsetsAt(topic, from),
    eventLog.offsetsAt(topic, to),
    eventLog.lag(group),
  ])
  const replays: PartitionReplay[] = []
  for (const { partition, start: oldest } of bounds) {
    const committed = lags.find((lag) => lag.topic === topic && lag.partition === partition)?.committed ?? oldest
    const start = Math.max(starts.get(partition) ?? oldest, oldest)
    const end = Math.min(ends.get(partition) ?? committed, committed)
    if (start < end) replays.push(await widen(planner, { topic, partition, start, end }, { oldest, committed }))
  }
  return replays
}

/** More offsets than any batch spans, however it is configured: each of its records becomes a row at least. */
const batchOffsetsMax = 200_000

async function widen(
  { stored, rowsMax }: ReplayPlanner,
  asked: OffsetRange,
  { oldest, committed }: { oldest: number; committed: number },
): Promise<PartitionReplay> {
  const { before, after } = await stored.findBorders(asked)
  const end = Math.min(after ?? committed, committed)
  if (before !== undefined && before >= oldest) return { range: { ...asked, start: before, end }, leftAlone: undefined }
  if (before === undefined || before + batchOffsetsMax <= oldest) {
    // Nothing is stored there, so nothing can be doubled. A replay that broke off may have begun a piece before.
    return { range: { ...asked, start: Math.max(oldest, asked.start - rowsMax), end }, leftAlone: undefined }
  }
  // The first records of that batch are gone from the log: its rows are all there is of them.
  const { after: next } = await stored.findBorders({ ...asked, end: asked.start + 1 })
  const start = Math.min(next ?? end, end)
  const range = start < end ? { ...asked, start, end } : undefined
  return { range, leftAlone: { start: asked.start, end: Math.min(start, asked.end) } }
}
