import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One schema migration. */
export interface Migration {
  /** File name. */
  name: string
  sql: string
  /** SHA-256, hex. */
  checksum: string
}

/** Works from `src` and `dist`: both are three levels below the repository root. */
const defaultDirectory = fileURLToPath(new URL('../../../clickhouse/migrations/', import.meta.url))
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

/** Reads a directory's migrations in order. Default: those of this repository. */
export async function readMigrations(directory = defaultDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => fileName.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
