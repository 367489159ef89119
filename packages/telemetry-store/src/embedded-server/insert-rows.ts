import { randomUUID } from 'node:crypto'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from 'chdb'
import { exceptions } from './server-exception.js'

/** The INSERT that the writer sends; settings are in the form that SET takes. */
const writersInsert = /^INSERT INTO (\w+) \((\w+(?:, \w+)*)\) SETTINGS ([^]+) FORMAT Native$/

interface WritersInsert {
  table: string
  columns: string
  settings: string
}

/**
 * Runs an INSERT with its rows: those of the writer, and others as part of the statement.
 * @param sql Ends with its format.
 * @param directory Where the writer's rows may lie, in a file without a name.
 */
export async function insertRows(session: Session, sql: string, rows: Uint8Array, directory: string): Promise<void> {
  const [, table, columns, settings] = writersInsert.exec(sql) ?? []
  if (table !== undefined && columns !== undefined && settings !== undefined) {
    await insertFromFile(session, { table, columns, settings }, { rows, directory })
    return
  }
  // In text, the engine would stop reading at the zero byte.
  if (rows.includes(0)) throw exceptions.syntax('The statement contains a zero byte')
  await session.queryAsync(`${sql}\n${Buffer.from(rows.buffer, rows.byteOffset, rows.length).toString('utf8')}`)
}

/**
 * The engine's interface takes rows as text only; from a file it also reads binary formats. The file has lost its name
 * before it has contents, so that only this process can read it and nothing is left behind by a crash.
 */
async function insertFromFile(
  session: Session,
  { table, columns, settings }: WritersInsert,
  { rows, directory }: { rows: Uint8Array; directory: string },
): Promise<void> {
  const file = await openNameless(directory)
  try {
    await file.writeFile(rows)
    const path = `/proc/self/fd/${file.fd}`
    await session.queryAsync(
      `INSERT INTO ${table} (${columns}) FROM INFILE '${path}' COMPRESSION 'none' SETTINGS ${settings} FORMAT Native`,
    )
  } finally {
    await file.close()
  }
}

async function openNameless(directory: string): Promise<FileHandle> {
  const path = join(directory, `insert-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
