import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A password reset link. */
export interface PasswordResetRow {
  user_id: string
  /** SHA-256 of the token in hex. */
  token_hash: string
  /** Unix milliseconds. */
  expires_at: number
}

export interface PasswordResetStore {
  /** Excludes expired ones. */
  findByHash(tokenHash: string, now: number): PasswordResetRow | undefined
  /** Replaces the user's previous one. */
  save(row: PasswordResetRow): void
  delete(userId: string): void
}

export function createPasswordResetStore(database: ControlPlaneDatabase): PasswordResetStore {
  const findByHash = database.prepare<[string, number], PasswordResetRow>(
    'SELECT * FROM password_resets WHERE token_hash = ? AND expires_at > ?',
  )
  const save = database.prepare<[PasswordResetRow]>(
    'INSERT OR REPLACE INTO password_resets (user_id, token_hash, expires_at) VALUES (@user_id, @token_hash, @expires_at)',
  )
  const remove = database.prepare<[string]>('DELETE FROM password_resets WHERE user_id = ?')
  return {
    findByHash: (tokenHash, now) => useDatabase(() => findByHash.get(tokenHash, now)),
    save: (row) => {
      useDatabase(() => save.run(row))
    },
    delete: (userId) => {
      useDatabase(() => remove.run(userId))
    },
  }
}
