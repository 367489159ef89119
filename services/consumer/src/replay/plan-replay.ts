import type { TelemetryTopic } from '@signalbox/contracts'
import type { EventLog } from '@signalbox/event-log'
import type { OffsetRange, StoredRanges } from '@signalbox/telemetry-store'

/**
 * Records to reprocess: of one topic, appended between two times (start inclusive, end exclusive). Unix milliseconds.
 */
export interface ReplayRequest {
  topic: TelemetryTopic
  from: number
  to: number
}

/** What to reprocess in one partition. */
export interface PartitionReplay {
  /** Undefined if there is nothing. */
  range: OffsetRange | undefined
  /** Requested offsets that are skipped because part of their batch is no longer in the log. */
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
 * Finds the offset ranges, widened to complete batches: rows record the batch in which they were stored but not their
 * record, so the rows of a batch can only be replaced together. A range ends at the group's position at the latest;
 * what follows belongs to the consumer.
 * @returns One entry per partition that has records of that time.
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

/** More offsets than any batch spans, whatever its configuration: each record becomes at least one row. */
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
    // Nothing is stored there, so nothing can be duplicated. An interrupted replay may have begun a piece earlier.
    return { range: { ...asked, start: Math.max(oldest, asked.start - rowsMax), end }, leftAlone: undefined }
  }
  // The first records of that batch are no longer in the log: its rows are all that is left of them.
  const { after: next } = await stored.findBorders({ ...asked, end: asked.start + 1 })
  const start = Math.min(next ?? end, end)
  const range = start < end ? { ...asked, start, end } : undefined
  return { range, leftAlone: { start: asked.start, end: Math.min(start, asked.end) } }
}
