import { createRequire } from 'node:module'
import { versions } from 'node:process'
import type BetterSqlite3 from 'better-sqlite3'

/** First Node version with Node-API 10, which better-sqlite3 13 requires. */
const nodeWithNodeApi10 = 22

/** SQLite could not be loaded; the message says how to fix it. */
export class SqliteMissing extends Error {
  override readonly name = 'SqliteMissing'
}

/**
 * Selects the better-sqlite3 version for a Node version. 13 does not load on Node 20. 12 aborts the process on Node
 * 24.19 and later: its statements remove an environment hook when they are garbage-collected, and a collection while no
 * script runs has no environment.
 */
export function sqliteModuleFor(nodeVersion: string): 'better-sqlite3' | 'better-sqlite3-13' {
  return Number.parseInt(nodeVersion, 10) >= nodeWithNodeApi10 ? 'better-sqlite3-13' : 'better-sqlite3'
}

function loadSqlite(): typeof BetterSqlite3 {
  const module = sqliteModuleFor(versions.node)
  try {
    // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- both versions have the interface of the types
    return createRequire(import.meta.url)(module)
  } catch (cause) {
    throw new SqliteMissing(
      `${module} cannot be loaded on Node ${versions.node}. The dependencies were probably installed with ` +
        'another version of Node: delete node_modules and run "make install" again',
      { cause },
    )
  }
}

/** The better-sqlite3 constructor, in the version that works on this Node. */
export const Database: typeof BetterSqlite3 = loadSqlite()

/** An open SQLite database. */
export type Database = BetterSqlite3.Database
