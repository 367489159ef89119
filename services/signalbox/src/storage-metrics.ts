import { statfs } from 'node:fs/promises'
import type { Metrics, Vitals } from '@signalbox/service-kit'
import type { SignalboxConfig } from './config.js'

/** Exports free disk space and the embedded log's remaining budget. Call once per registry. */
export function showStorage(
  { dataDirectory, eventLogBytesMax, kafkaBrokers }: SignalboxConfig,
  { metrics, vitals }: { metrics: Pick<Metrics, 'measured' | 'gauge'>; vitals: Pick<Vitals, 'note'> },
): void {
  const readDisk = () => statfs(dataDirectory)
  metrics.measured('signalbox_disk_size_bytes', 'Size of the file system that holds the data directory', async () => {
    const { blocks, bsize } = await readDisk()
    return blocks * bsize
  })
  metrics.measured('signalbox_disk_free_bytes', 'Space on it available to this process', async () => {
    const { bavail, bsize } = await readDisk()
    return bavail * bsize
  })
  if (kafkaBrokers.length > 0) return
  vitals.note({ logBytesMax: eventLogBytesMax })
  const name = 'signalbox_event_log_budget_bytes'
  metrics.gauge(name, 'Maximum bytes of the log; beyond it, telemetry is rejected', []).set({}, eventLogBytesMax)
}
