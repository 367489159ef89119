import type { Role } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Somebody who is signed in with a browser. Times are Unix milliseconds. */
export interface BrowserSessionRow {
  id: string
  /** SHA-256 of what the cookie holds, in hex. */
  secret_hash: string
  member_id: string
  signed_in_at: number
  last_used_at: number
  /** Whatever happens, it ends then. */
  expires_at: number
  /** Of the client that signed in; empty when unknown. */
  address: string
  user_agent: string
  /** When the person last showed who they are. */
  confirmed_at: number
}

/** A session with the member and the user that it is of. */
export interface BrowserSessionOwnerRow extends BrowserSessionRow {
  organization_id: string
  role: Role
  user_id: string
  email: string
}

/** A session with the organization that it is in. */
export interface NamedSessionRow extends BrowserSessionRow {
  organization_id: string
  organization_name: string
}

/** Where sessions end that were not used. Unix milliseconds. */
export interface SessionEnds {
  now: number
  /** What was last used before this has ended. */
  idleSince: number
}

export interface BrowserSessionStore {
  /** Sessions that have ended are found as well. */
  findByHash(secretHash: string): BrowserSessionOwnerRow | undefined
  /** All of a user that have not ended, last used first. */
  listOfUser(userId: string, ends: SessionEnds): NamedSessionRow[]
  insert(row: BrowserSessionRow): void
  /** The person has shown who they are. */
  confirm(id: string, confirmedAt: number): void
  delete(id: string): void
  deleteByHash(secretHash: string): void
  /** In all organizations of the user. */
  deleteOfUser(userId: string): void
  /** Deletes what has ended, of everybody. */
  deleteEnded(ends: SessionEnds): void
  /** Keeps so many sessions of a user: those that were used last. */
  keepNewest(userId: string, kept: number): void
  /** One transaction. Times never go back. */
  saveLastUses(lastUsedAtById: ReadonlyMap<string, number>): void
}

export function createBrowserSessionStore(database: ControlPlaneDatabase): BrowserSessionStore {
  const findByHash = database.prepare<[string], BrowserSessionOwnerRow>(
    `SELECT browser_sessions.*, organization_id, role, user_id, email
     FROM browser_sessions JOIN members ON members.id = member_id JOIN users ON users.id = user_id
     WHERE secret_hash = ?`,
  )
  const insert = database.prepare<[BrowserSessionRow]>(
    `INSERT INTO browser_sessions (id, secret_hash, member_id, signed_in_at, last_used_at, expires_at, address,
       user_agent, confirmed_at)
     VALUES (@id, @secret_hash, @member_id, @signed_in_at, @last_used_at, @expires_at, @address, @user_agent,
       @confirmed_at)`,
  )
  const listOfUser = database.prepare<[SessionEnds & { userId: string }], NamedSessionRow>(
    `SELECT browser_sessions.*, organization_id, organizations.name AS organization_name
     FROM browser_sessions JOIN members ON members.id = member_id JOIN organizations ON organizations.id = organization_id
     WHERE user_id = @userId AND expires_at > @now AND last_used_at > @idleSince
     ORDER BY last_used_at DESC, browser_sessions.id DESC`,
  )
  const confirm = database.prepare<[number, string]>('UPDATE browser_sessions SET confirmed_at = ? WHERE id = ?')
  const saveLastUse = database.prepare<[number, string]>(
    'UPDATE browser_sessions SET last_used_at = max(last_used_at, ?) WHERE id = ?',
  )
  const saveLastUses = database.transaction((lastUsedAtById: ReadonlyMap<string, number>) => {
    for (const [id, lastUsedAt] of lastUsedAtById) saveLastUse.run(lastUsedAt, id)
  })
  return {
    ...createDeletions(database),
    findByHash: (secretHash) => useDatabase(() => findByHash.get(secretHash)),
    listOfUser: (userId, ends) => useDatabase(() => listOfUser.all({ userId, ...ends })),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    confirm: (id, confirmedAt) => {
      useDatabase(() => confirm.run(confirmedAt, id))
    },
    saveLastUses: (lastUsedAtById) => {
      useDatabase(() => {
        saveLastUses.immediate(lastUsedAtById)
      })
    },
  }
}

type Deletions = 'delete' | 'deleteByHash' | 'deleteOfUser' | 'deleteEnded' | 'keepNewest'

function createDeletions(database: ControlPlaneDatabase): Pick<BrowserSessionStore, Deletions> {
  const remove = database.prepare<[string]>('DELETE FROM browser_sessions WHERE id = ?')
  const removeByHash = database.prepare<[string]>('DELETE FROM browser_sessions WHERE secret_hash = ?')
  const ofUser = 'member_id IN (SELECT id FROM members WHERE user_id = ?)'
  const removeOfUser = database.prepare<[string]>(`DELETE FROM browser_sessions WHERE ${ofUser}`)
  const removeEnded = database.prepare<[SessionEnds]>(
    'DELETE FROM browser_sessions WHERE expires_at <= @now OR last_used_at <= @idleSince',
  )
  const keepNewest = database.prepare<[string, number]>(
    `DELETE FROM browser_sessions WHERE id IN (
       SELECT id FROM browser_sessions WHERE ${ofUser} ORDER BY last_used_at DESC, id DESC LIMIT -1 OFFSET ?
     )`,
  )
  return {
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
    deleteByHash: (secretHash) => {
      useDatabase(() => removeByHash.run(secretHash))
    },
    deleteOfUser: (userId) => {
      useDatabase(() => removeOfUser.run(userId))
    },
    deleteEnded: (ends) => {
      useDatabase(() => removeEnded.run(ends))
    },
    keepNewest: (userId, kept) => {
      useDatabase(() => keepNewest.run(userId, kept))
    },
  }
}
