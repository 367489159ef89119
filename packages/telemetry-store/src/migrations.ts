import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One step of the schema. */
export interface Migration {
  /** Name of its file. */
  name: string
  sql: string
  /** SHA-256, hex. */
  checksum: string
}

/** From `src` and from `dist` alike: both are two folders below the packages. */
const defaultDirectory = fileURLToPath(new URL('../../../clickhouse/migrations/', import.meta.url))
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

/** The migrations of a directory, by default those of this repository, in their order. */
export async function readMigrations(directory = defaultDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => fileName.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
