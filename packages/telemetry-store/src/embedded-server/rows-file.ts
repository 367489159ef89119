import { randomUUID } from 'node:crypto'
import { readdirSync, unlinkSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const prefix = 'insert-'

/**
 * Hands the rows of an INSERT to the engine in a file: no process copies them to another, and the engine reads binary
 * formats from files only. The file is removed once the statement has ended.
 * @param directory Data directory of the engine.
 * @param rows In pieces; undefined for other statements, which get no file.
 * @throws Error if the file cannot be written.
 */
export async function withRowsFile<Result>(
  directory: string,
  rows: readonly Uint8Array[] | undefined,
  use: (path: string | undefined) => Promise<Result>,
): Promise<Result> {
  if (rows === undefined) return use(undefined)
  const path = join(directory, `${prefix}${randomUUID()}`)
  try {
    await writeFile(path, rows, { flag: 'wx', mode: 0o600 })
    return await use(path)
  } finally {
    await unlink(path).catch(() => undefined)
  }
}

/** Removes the files of processes that were killed. Only whoever holds the lock on the directory may call this. */
export function removeLeftRowsFiles(directory: string): void {
  for (const name of readdirSync(directory)) if (name.startsWith(prefix)) unlinkSync(join(directory, name))
}
