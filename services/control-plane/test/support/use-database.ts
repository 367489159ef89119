import { Database } from '@signalbox/sqlite'
import { join } from 'node:path'

/** Opens a control plane's database beside it, for what no route can do. */
export function useDatabase<Result>(directory: string, use: (database: Database) => Result): Result {
  const database = new Database(join(directory, 'control-plane.db'))
  try {
    return use(database)
  } finally {
    database.close()
  }
}

/**
 * Inserts many rows at once, to reach a limit.
 * @param sql Inserts one row for each row of `numbers`, whose column `n` counts from 1.
 * @param values Bound by name.
 */
export function insertMany(
  directory: string,
  count: number,
  sql: string,
  values: Readonly<Record<string, unknown>> = {},
) {
  useDatabase(directory, (database) => {
    const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)'
    database.prepare<[object]>(`${numbers} ${sql}`).run({ ...values, count })
  })
}
