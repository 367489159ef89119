import { statfs } from 'node:fs/promises'
import { systemClock } from '../clock.js'
import type { Component } from '../lifetime/lifecycle.js'
import { createRepeater, type Repetition } from '../lifetime/create-repeater.js'
import type { Log } from '../logging/log.js'
import type { Vitals } from './process-vitals.js'
import type { Warnings } from './warnings.js'

const everyMs = 10_000
/** Warn below this share of free disk space; the Prometheus rules use the same value. */
const lowShare = 0.1

export interface DiskWatchOptions {
  /** Must exist when the watch starts. */
  directory: string
  vitals: Pick<Vitals, 'note'>
  warnings: Pick<Warnings, 'note' | 'clear'>
  log: Pick<Log, 'error' | 'warn'>
  /** Queries a directory's file system; for tests. */
  readDisk?: (directory: string) => Promise<{ blocks: number; bavail: number; bsize: number }>
}

/** Periodically measures the free space of a data directory's disk, and warns before it runs out. */
export function createDiskWatch({ directory, vitals, warnings, log, readDisk = statfs }: DiskWatchOptions): Component {
  const look = async () => {
    const { blocks, bavail, bsize } = await readDisk(directory)
    const disk = { sizeBytes: blocks * bsize, freeBytes: bavail * bsize }
    vitals.note({ disk })
    if (disk.freeBytes >= disk.sizeBytes * lowShare) {
      warnings.clear({ kind: 'disk_low' })
      return
    }
    const percent = Math.floor((disk.freeBytes / Math.max(disk.sizeBytes, 1)) * 100)
    const detail = `${percent} % of the data directory's disk is free: shorten the retention, or use a larger disk`
    warnings.note({ kind: 'disk_low', detail })
  }
  const repeat = createRepeater({ clock: systemClock, log, pauseMsMax: everyMs })
  let repetition: Repetition | undefined
  return {
    name: 'disk watch',
    start: () => {
      repetition = repeat('checking disk space', async () => {
        await look().catch((err: unknown) => {
          log.warn({ err }, 'disk space could not be measured')
        })
        return systemClock() + everyMs
      })
      return Promise.resolve()
    },
    stop: async () => {
      await repetition?.stop()
    },
  }
}
