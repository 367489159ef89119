import { dayMs, minuteMs } from '@signalbox/contracts'
import type { Clock, ReportedVitals, WarningBoard } from '@signalbox/service-kit'
import { toPipelineState } from './pipeline-state.js'
import type { SystemStores } from './store/system-stores.js'

/**
 * Records the health of all reporting processes for this minute, and deletes samples older than a day.
 * @returns the start of the next minute, Unix milliseconds.
 */
export function sampleSystem(store: SystemStores, warnings: Pick<WarningBoard, 'processes'>, clock: Clock): number {
  const now = clock()
  const at = Math.floor(now / minuteMs) * minuteMs
  const processes = warnings.processes()
  store.systemSamples.keep({ at, lag_ms: findLag(processes), disk_share: findFullestDisk(processes) }, now - dayMs)
  return at + minuteMs
}

function findLag(processes: readonly ReportedVitals[]): number | null {
  const pipeline = toPipelineState(processes)
  return pipeline && Math.round(Math.max(0, ...pipeline.topics.map(({ lag_seconds: lag }) => lag * 1_000)))
}

function findFullestDisk(processes: readonly ReportedVitals[]): number | null {
  const shares = processes.flatMap(({ vitals: { disk } }) => (disk ? [1 - disk.freeBytes / disk.sizeBytes] : []))
  return shares.length === 0 ? null : Math.max(...shares)
}
