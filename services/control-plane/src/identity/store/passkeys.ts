import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Times are Unix milliseconds. */
export interface PasskeyRow {
  id: string
  user_id: string
  /** The authenticator's credential id, in Base64url. */
  credential_id: string
  /** COSE key. */
  public_key: Buffer
  /** The authenticator's signature counter; 0 if it does not count. */
  counter: number
  name: string
  created_at: number
  last_used_at: number
}

/** A challenge for an authenticator to sign. */
export interface ChallengeRow {
  challenge: string
  /** User who adds a passkey; null for a sign-in. */
  user_id: string | null
  /** Unix milliseconds. */
  expires_at: number
}

export interface PasskeyStore {
  /** Oldest first. */
  listOfUser(userId: string): PasskeyRow[]
  findByCredential(credentialId: string): PasskeyRow | undefined
  insert(row: PasskeyRow): void
  noteUse(use: Pick<PasskeyRow, 'id' | 'counter' | 'last_used_at'>): void
  /** @returns the updated row; undefined if the user has no such passkey. */
  rename(userId: string, id: string, name: string): PasskeyRow | undefined
  /** @returns true if the user had it. */
  delete(userId: string, id: string): boolean
  deleteOfUser(userId: string): void
  /** Also deletes expired challenges, and beyond the limit those that expire first. */
  insertChallenge(row: ChallengeRow, limits: { now: number; max: number }): void
  /** Consumes a challenge. @returns undefined if it is unknown, used or expired. */
  consumeChallenge(challenge: string, now: number): ChallengeRow | undefined
}

export function createPasskeyStore(database: ControlPlaneDatabase): PasskeyStore {
  const listOfUser = database.prepare<[string], PasskeyRow>(
    'SELECT * FROM passkeys WHERE user_id = ? ORDER BY created_at, id',
  )
  const findByCredential = database.prepare<[string], PasskeyRow>('SELECT * FROM passkeys WHERE credential_id = ?')
  const insert = database.prepare<[PasskeyRow]>(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, name, created_at, last_used_at)
     VALUES (@id, @user_id, @credential_id, @public_key, @counter, @name, @created_at, @last_used_at)`,
  )
  const noteUse = database.prepare<[Pick<PasskeyRow, 'id' | 'counter' | 'last_used_at'>]>(
    'UPDATE passkeys SET counter = @counter, last_used_at = @last_used_at WHERE id = @id',
  )
  const rename = database.prepare<[string, string, string], PasskeyRow>(
    'UPDATE passkeys SET name = ? WHERE user_id = ? AND id = ? RETURNING *',
  )
  const remove = database.prepare<[string, string]>('DELETE FROM passkeys WHERE user_id = ? AND id = ?')
  const removeOfUser = database.prepare<[string]>('DELETE FROM passkeys WHERE user_id = ?')
  return {
    ...createChallengeStore(database),
    listOfUser: (userId) => useDatabase(() => listOfUser.all(userId)),
    findByCredential: (credentialId) => useDatabase(() => findByCredential.get(credentialId)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    noteUse: ({ id, counter, last_used_at }) => {
      useDatabase(() => noteUse.run({ id, counter, last_used_at }))
    },
    rename: (userId, id, name) => useDatabase(() => rename.get(name, userId, id)),
    delete: (userId, id) => useDatabase(() => remove.run(userId, id).changes > 0),
    deleteOfUser: (userId) => {
      useDatabase(() => removeOfUser.run(userId))
    },
  }
}

function createChallengeStore(
  database: ControlPlaneDatabase,
): Pick<PasskeyStore, 'insertChallenge' | 'consumeChallenge'> {
  const removeExpired = database.prepare<[number]>('DELETE FROM passkey_challenges WHERE expires_at <= ?')
  const removeSurplus = database.prepare<[number]>(
    `DELETE FROM passkey_challenges WHERE challenge IN (
       SELECT challenge FROM passkey_challenges ORDER BY expires_at DESC LIMIT -1 OFFSET ?
     )`,
  )
  const insert = database.prepare<[ChallengeRow]>(
    'INSERT INTO passkey_challenges (challenge, user_id, expires_at) VALUES (@challenge, @user_id, @expires_at)',
  )
  const spend = database.prepare<[string, number], ChallengeRow>(
    'DELETE FROM passkey_challenges WHERE challenge = ? AND expires_at > ? RETURNING *',
  )
  return {
    insertChallenge: (row, { now, max }) => {
      useDatabase(() => {
        removeExpired.run(now)
        removeSurplus.run(max - 1)
        insert.run(row)
      })
    },
    consumeChallenge: (challenge, now) => useDatabase(() => spend.get(challenge, now)),
  }
}
