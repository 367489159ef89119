import type { EventLog } from '@signalbox/event-log'
import type { ProjectSettingsDirectory } from '@signalbox/service-kit'
import type { StoredRanges } from '@signalbox/telemetry-store'
import { consumerGroup } from '../consumer-role.js'
import { createDuplicateSearch } from '../duplicates/duplicate-search.js'
import { createSettingsReader } from '../project/batch-settings.js'
import { planReplay, type PartitionReplay, type ReplayRequest } from './plan-replay.js'
import { replayRange, type RangeReplay, type ReplayCounts } from './replay-range.js'

export interface ReplayOptions extends Omit<RangeReplay, 'settings' | 'eventLog' | 'stored' | 'duplicates'> {
  eventLog: Pick<EventLog, 'append' | 'readRange' | 'bounds' | 'offsetsAt' | 'lag'>
  stored: StoredRanges
  projectSettings: ProjectSettingsDirectory
  /** Called before each partition is started. */
  onPartition?: (plan: PartitionReplay) => void
}

/** Result for one partition. */
export interface PartitionReport extends PartitionReplay {
  counts: ReplayCounts
}

/**
 * Reprocesses the records that were appended to a topic within a time range and have been committed, and replaces the
 * rows stored for them, so that nothing is duplicated. Consumers may keep running; a second replay of the same time
 * range may not run concurrently.
 */
export async function replayTopic(request: ReplayRequest, options: ReplayOptions): Promise<PartitionReport[]> {
  const { eventLog, stored, projectSettings, onPartition } = options
  const replay: RangeReplay = {
    ...options,
    settings: createSettingsReader(projectSettings),
    duplicates: createDuplicateSearch(options.writer, { ownsPartitions: false }),
  }
  const planner = { eventLog, stored, group: consumerGroup, rowsMax: options.limits.rowsMax }
  const reports: PartitionReport[] = []
  for (const plan of await planReplay(planner, request)) {
    onPartition?.(plan)
    const nothing = { records: 0, removed: 0, inserted: 0 }
    const counts = plan.range ? await replayRange(replay, { ...plan.range, topic: request.topic }) : nothing
    reports.push({ ...plan, counts })
  }
  return reports
}
