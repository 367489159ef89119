import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A service that takes envelopes of Sentry's SDKs, running. */
export interface RunningPeer {
  name: string
  /** Where envelopes are posted, key included. */
  envelopeUrl: string
  /** Of the process that started all others of the service. */
  pids: readonly number[]
  /** Events that can be asked for. */
  countStored(): Promise<number>
  /** What the events take on disk, merged or vacuumed; to be asked for at rest. */
  readBytes(): Promise<number>
  stop(): Promise<void>
}

/** Bytes of all files below a directory. */
export async function directoryBytes(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    // A file may be merged away between the listing and the look.
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
