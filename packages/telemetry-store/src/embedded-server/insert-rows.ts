import type { Session } from 'chdb'

/** The INSERT that the writer sends; settings are in the form that SET takes. */
const writersInsert = /^INSERT INTO (\w+) \((\w+(?:, \w+)*)\) SETTINGS ([^]+) FORMAT JSONCompactEachRow$/

/**
 * Runs an INSERT with its rows. Those of the writer reach the engine as bytes: as part of a statement, which is a
 * string, they would be decoded and encoded again.
 * @param sql Ends with its format.
 */
export async function insertRows(session: Session, sql: string, rows: Uint8Array): Promise<void> {
  const [, table, columns, settings] = writersInsert.exec(sql) ?? []
  if (table === undefined || columns === undefined || settings === undefined) {
    await session.queryAsync(`${sql}\n${Buffer.from(rows.buffer, rows.byteOffset, rows.length).toString('utf8')}`)
    return
  }
  await session.queryAsync(`SET ${settings}`)
  await session.insert({ table, columns: columns.split(', '), format: 'JSONCompactEachRow', values: rows })
}
