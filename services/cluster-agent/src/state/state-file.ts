import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** State of a source that outlives the process: one JSON file, replaced atomically. */
export interface StateFile<T> {
  /** Returns the last state written; if it is missing or damaged, the result of parsing undefined. */
  read(): Promise<T>
  write(state: T): Promise<void>
}

/** @param parse makes a state of any JSON value, including undefined. Must not throw. */
export function createStateFile<T>(path: string, parse: (value: unknown) => T): StateFile<T> {
  let current: T | undefined
  return {
    read: async () => (current ??= parse(await readStored(path))),
    write: async (state) => {
      current = state
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.new`, JSON.stringify(state))
      await rename(`${path}.new`, path)
    },
  }
}

async function readStored(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    // Nothing was stored, or not completely: counting starts over.
    return undefined
  }
}
