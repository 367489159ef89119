import type { Role } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A browser session of a signed-in member. Times are Unix milliseconds. */
export interface BrowserSessionRow {
  id: string
  /** SHA-256 of the cookie's secret, in hex. */
  secret_hash: string
  member_id: string
  signed_in_at: number
  last_used_at: number
  /** Absolute expiry, regardless of use. */
  expires_at: number
  /** Address of the client that signed in; empty if unknown. */
  address: string
  user_agent: string
  /** When the person last authenticated. */
  confirmed_at: number
}

/** A session with its member and user. */
export interface BrowserSessionOwnerRow extends BrowserSessionRow {
  organization_id: string
  role: Role
  user_id: string
  email: string
}

/** A session with its organization. */
export interface NamedSessionRow extends BrowserSessionRow {
  organization_id: string
  organization_name: string
}

/** Cutoffs for ended sessions. Unix milliseconds. */
export interface SessionEnds {
  now: number
  /** Sessions last used before this have ended. */
  idleSince: number
}

export interface BrowserSessionStore {
  /** Includes ended sessions. */
  findByHash(secretHash: string): BrowserSessionOwnerRow | undefined
  /** Lists a user's active sessions, most recently used first. */
  listOfUser(userId: string, ends: SessionEnds): NamedSessionRow[]
  /** Up to `limit` organizations with an active session, the one with the most recently used first. */
  listOrganizations(ends: SessionEnds, limit: number): string[]
  insert(row: BrowserSessionRow): void
  /** Records that the person has authenticated again. */
  confirm(id: string, confirmedAt: number): void
  delete(id: string): void
  deleteByHash(secretHash: string): void
  /** Deletes the user's sessions in all organizations. */
  deleteOfUser(userId: string): void
  /** Deletes ended sessions of all users. */
  deleteEnded(ends: SessionEnds): void
  /** Deletes a user's sessions except the `kept` most recently used. */
  keepNewest(userId: string, kept: number): void
  /** One transaction. Times never move backwards. */
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
  const listOrganizations = database
    .prepare<[SessionEnds & { limit: number }], string>(
      `SELECT organization_id FROM browser_sessions JOIN members ON members.id = member_id
       WHERE expires_at > @now AND last_used_at > @idleSince
       GROUP BY organization_id ORDER BY max(last_used_at) DESC, organization_id LIMIT @limit`,
    )
    .pluck()
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
    listOrganizations: (ends, limit) => useDatabase(() => listOrganizations.all({ ...ends, limit })),
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
