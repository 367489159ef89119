import { limits } from '@signalbox/contracts/limits'
import type { EventLog, EventLogError } from '../event-log.js'
import { EmbeddedLog } from './embedded-log.js'
import { WorkerChannel } from './worker-channel.js'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

export interface EmbeddedLogOptions {
  /** Directory of the topic files; created if missing. Only one log at a time can open it. */
  directory: string
  /**
   * Maximum bytes of values and headers across all topics except `dead-letters`. Beyond it, appends fail with `full`.
   */
  diskBytesMax?: number
  /**
   * Maximum bytes of dead letters; beyond it, the oldest are deleted. Default: `limits.eventLog.deadLetterBytesMax`.
   */
  deadLetterBytesMax?: number
  /** Maximum bytes of unanswered appends. Beyond it, appends fail with `overloaded`. */
  pendingBytesMax?: number
  /** Maximum bytes of a topic's segment files. Beyond it, appends fail with `full`, as on a full disk. Default: no limit. */
  fileBytesMax?: number
  /** Milliseconds. */
  clock?: () => number
  /** Called if the worker died or found a damaged file. The log is unusable afterwards and the process should exit. */
  onFault?: (fault: EventLogError) => void
}

/**
 * Opens a log whose topics are segment files in a directory, each with a SQLite file of its groups' positions. Records are
 * durable (fsync) once their append resolves. After an unclean shutdown, every file is checked first, which reads all of it.
 * @throws EventLogError `unavailable` if another log has the directory open or the directory is unusable, `corrupt` if
 * a file is damaged; the message names the file and what the operator can do.
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
      fileBytesMax: options.fileBytesMax ?? Number.POSITIVE_INFINITY,
    }).answer
  } catch (error) {
    await worker.terminate()
    throw error
  }
  isOpen = true
  const pendingBytesMax = options.pendingBytesMax ?? limits.eventLog.pendingBytesMax
  return new EmbeddedLog({ channel, pendingBytesMax, clock: options.clock ?? Date.now })
}

/** Starts the worker next to this file: compiled in production, TypeScript source in tests. */
function startLogWorker(): Worker {
  const extension = extname(import.meta.url)
  const entry = new URL(`./embedded-log-worker${extension}`, import.meta.url)
  return extension === '.ts' ? startFromSource(entry) : new Worker(entry)
}

/** Threads do not inherit the main thread's TypeScript loader, so the thread loads it first. */
function startFromSource(entry: URL): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs')
  const files = [loader, fileURLToPath(entry)]
  return new Worker(files.map((file) => `require(${JSON.stringify(file)})`).join('\n'), { eval: true })
}
