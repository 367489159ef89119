import type { Role } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A pending invitation. Times are Unix milliseconds. */
export interface InvitationRow {
  id: string
  organization_id: string
  /** In lower case; null if anyone with the link may accept it. */
  email: string | null
  role: Role
  /** SHA-256 of the token in hex. */
  token_hash: string
  created_at: number
  expires_at: number
}

export interface InvitationStore {
  /** Lists unexpired ones, oldest first. */
  list(organizationId: string, now: number): InvitationRow[]
  /** Excludes expired ones. */
  find(organizationId: string, id: string, now: number): InvitationRow | undefined
  /** Excludes expired ones. */
  findByHash(tokenHash: string, now: number): InvitationRow | undefined
  insert(row: InvitationRow): void
  delete(id: string): void
  deleteExpired(now: number): void
}

export function createInvitationStore(database: ControlPlaneDatabase): InvitationStore {
  const list = database.prepare<[string, number], InvitationRow>(
    'SELECT * FROM invitations WHERE organization_id = ? AND expires_at > ? ORDER BY created_at, id',
  )
  const find = database.prepare<[string, string, number], InvitationRow>(
    'SELECT * FROM invitations WHERE organization_id = ? AND id = ? AND expires_at > ?',
  )
  const findByHash = database.prepare<[string, number], InvitationRow>(
    'SELECT * FROM invitations WHERE token_hash = ? AND expires_at > ?',
  )
  const insert = database.prepare<[InvitationRow]>(
    `INSERT INTO invitations (id, organization_id, email, role, token_hash, created_at, expires_at)
     VALUES (@id, @organization_id, @email, @role, @token_hash, @created_at, @expires_at)`,
  )
  const remove = database.prepare<[string]>('DELETE FROM invitations WHERE id = ?')
  const removeExpired = database.prepare<[number]>('DELETE FROM invitations WHERE expires_at <= ?')
  return {
    list: (organizationId, now) => useDatabase(() => list.all(organizationId, now)),
    find: (organizationId, id, now) => useDatabase(() => find.get(organizationId, id, now)),
    findByHash: (tokenHash, now) => useDatabase(() => findByHash.get(tokenHash, now)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
    deleteExpired: (now) => {
      useDatabase(() => removeExpired.run(now))
    },
  }
}
