import { open, readFile } from 'node:fs/promises'
import type { Session } from 'chdb'
import { exceptions } from './server-exception.js'

/** The INSERT that the writer sends; settings are in the form that SET takes. */
const writersInsert = /^INSERT INTO (\w+) \((\w+(?:, \w+)*)\) SETTINGS ([^]+) FORMAT Native$/

/**
 * Runs an INSERT with its rows: those of the writer from the file, and others as part of the statement.
 * @param sql Ends with its format.
 */
export async function insertRows(session: Session, sql: string, rowsFile: string): Promise<void> {
  const [, table, columns, settings] = writersInsert.exec(sql) ?? []
  if (table === undefined || columns === undefined || settings === undefined) {
    const rows = await readFile(rowsFile)
    // In text, the engine would stop reading at the zero byte.
    if (rows.includes(0)) throw exceptions.syntax('The statement contains a zero byte')
    await session.queryAsync(`${sql}\n${rows.toString('utf8')}`)
    return
  }
  const file = await open(rowsFile)
  try {
    // Unlike the file's own path, this one can't contain signs that the engine takes for a pattern.
    const path = `/proc/self/fd/${file.fd}`
    await session.queryAsync(
      `INSERT INTO ${table} (${columns}) FROM INFILE '${path}' COMPRESSION 'none' SETTINGS ${settings} FORMAT Native`,
    )
  } finally {
    await file.close()
  }
}
