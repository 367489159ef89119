import { createRequire } from 'node:module'
import { versions } from 'node:process'
import type BetterSqlite3 from 'better-sqlite3'

/** The first version of Node that has the interface which better-sqlite3 13 is built against (Node-API 10). */
const nodeWithNodeApi10 = 22

/** SQLite could not be loaded; the message says what to do. */
export class SqliteMissing extends Error {
  override readonly name = 'SqliteMissing'
}

/**
 * Which better-sqlite3 a version of Node needs. 13 does not load on Node 20. 12 aborts the process on Node 24.19 and
 * newer: its statements remove a hook of their environment when they are collected, and a collection while no script
 * runs has no environment.
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
      `${module} cannot be loaded on Node ${versions.node}. The dependencies were probably installed by` +
        ' another version of Node: delete node_modules and run "make install" again',
      { cause },
    )
  }
}

/** The constructor of better-sqlite3 in the version that works here. */
export const Database: typeof BetterSqlite3 = loadSqlite()

/** An open SQLite database. */
export type Database = BetterSqlite3.Database
