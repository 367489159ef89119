import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A running service that accepts envelopes of Sentry SDKs. */
export interface RunningPeer {
  name: string
  /** Where envelopes are posted, including the key. */
  envelopeUrl: string
  /** The processes that started all others of the service. */
  pids: readonly number[]
  /** Number of events that can be queried. */
  countStored(): Promise<number>
  /** Disk space of the events, merged or vacuumed; call it at rest. */
  readBytes(): Promise<number>
  stop(): Promise<void>
}

/** Total size of all files below a directory. */
export async function directoryBytes(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    // A file may be merged away between listing and stat.
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
