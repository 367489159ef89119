import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What a source remembers beyond the life of the process: one JSON file, replaced whole. */
export interface StateFile<T> {
  /** What was written last; of what is damaged or missing, what can be made of undefined. */
  read(): Promise<T>
  write(state: T): Promise<void>
}

/** @param parse Makes a state of any JSON value, and of undefined. Must not throw. */
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
    // Nothing was remembered, or not in full: counting begins anew.
    return undefined
  }
}
