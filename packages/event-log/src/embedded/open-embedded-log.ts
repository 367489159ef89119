import { limits } from '@signalbox/contracts'
import type { EventLog, EventLogError } from '../event-log.js'
import { EmbeddedLog } from './embedded-log.js'
import { WorkerChannel } from './worker-channel.js'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

export interface EmbeddedLogOptions {
  /** Directory of the topic files; created when absent. One log at a time has it open. */
  directory: string
  /** Bytes of values and headers over all topics. Beyond: `full`. */
  diskBytesMax?: number
  /** Bytes of dead letters. Beyond: the oldest are deleted. Default: `limits.eventLog.deadLetterBytesMax`. */
  deadLetterBytesMax?: number
  /** Bytes of appends that are not answered yet. Beyond: `overloaded`. */
  pendingBytesMax?: number
  /** Pages of 8 KiB that one topic file may have. Beyond: `unavailable`, as on a full disk. Default: no limit. */
  filePagesMax?: number
  /** Milliseconds. */
  clock?: () => number
  /** The worker died or found a damaged file: the log is of no use any more and the process should end. */
  onFault?: (fault: EventLogError) => void
}

/**
 * Opens the log whose topics are SQLite files in a directory, each record durable (fsync) once its append resolves.
 * After an unclean stop every file is checked first, which reads all of it.
 * @throws EventLogError `unavailable` when another log has the directory open or it cannot be used, `corrupt` when a
 *   file is damaged; the message names the file and what the operator can do.
 */
export async function openEmbeddedLog(options: EmbeddedLogOptions): Promise<EventLog> {
  const worker = startLogWorker()
  let isOpen = false
  const channel = new WorkerChannel({
    worker,
    onFault: (fault) => {
      if (isOpen) {
        options.onFault?.(fault)
      }
    },
  })
  try {
    await channel.send({
      kind: 'open',
      directory: options.directory,
      diskBytesMax: options.diskBytesMax ?? limits.eventLog.diskBytesMax,
      deadLetterBytesMax: options.deadLetterBytesMax ?? limits.eventLog.deadLetterBytesMax,
      filePagesMax: options.filePagesMax,
    }).answer
  } catch (error) {
    await worker.terminate()
    throw error
  }
  isOpen = true
  const pendingBytesMax = options.pendingBytesMax ?? limits.eventLog.pendingBytesMax
  return new EmbeddedLog({ channel, pendingBytesMax, clock: options.clock ?? Date.now })
}

/** Starts the worker beside this file: compiled in production, TypeScript source in tests. */
function startLogWorker(): Worker {
  const extension = extname(import.meta.url)
  const entry = new URL(`./embedded-log-worker${extension}`, import.meta.url)
  return extension === '.ts' ? startFromSource(entry) : new Worker(entry)
}

/** Threads do not inherit the TypeScript loader of the main thread, so the thread loads it first. */
function startFromSource(entry: URL): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs')
  const files = [loader, fileURLToPath(entry)]
  return new Worker(files.map((file) => `require(${JSON.stringify(file)})`).join('\n'), { eval: true })
}
