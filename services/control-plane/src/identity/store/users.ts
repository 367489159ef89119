import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A person who signs in. Users without any membership are deleted. */
export interface UserRow {
  id: string
  /** In lower case. */
  email: string
  name: string
  /** Unix milliseconds. */
  created_at: number
}

/** A password as stored: its scrypt hash and parameters. */
export interface PasswordRow {
  user_id: string
  salt: Buffer
  hash: Buffer
  cost: number
  block_size: number
  parallelization: number
  /** Unix milliseconds. */
  changed_at: number
}

/** Links an identity provider's subject to a user. */
export interface IdentityLinkRow {
  issuer: string
  subject: string
  user_id: string
  created_at: number
}

export interface UserStore {
  find(id: string): UserRow | undefined
  /** @param email In lower case. */
  findByEmail(email: string): UserRow | undefined
  findByIdentity(issuer: string, subject: string): UserRow | undefined
  insert(row: UserRow): void
  /** Deletes the user with all of their data, unless they belong to an organization. */
  deleteWithoutMembership(id: string): void
  findPassword(userId: string): PasswordRow | undefined
  savePassword(row: PasswordRow): void
  deletePassword(userId: string): void
  insertIdentityLink(row: IdentityLinkRow): void
}

export function createUserStore(database: ControlPlaneDatabase): UserStore {
  const find = database.prepare<[string], UserRow>('SELECT * FROM users WHERE id = ?')
  const findByEmail = database.prepare<[string], UserRow>('SELECT * FROM users WHERE email = ?')
  const findByIdentity = database.prepare<[string, string], UserRow>(
    'SELECT users.* FROM identity_links JOIN users ON users.id = user_id WHERE issuer = ? AND subject = ?',
  )
  const insert = database.prepare<[UserRow]>(
    'INSERT INTO users (id, email, name, created_at) VALUES (@id, @email, @name, @created_at)',
  )
  const deleteWithoutMembership = database.prepare<[string]>(
    'DELETE FROM users WHERE id = ? AND NOT EXISTS (SELECT 1 FROM members WHERE user_id = users.id)',
  )
  const insertIdentityLink = database.prepare<[IdentityLinkRow]>(
    `INSERT INTO identity_links (issuer, subject, user_id, created_at)
     VALUES (@issuer, @subject, @user_id, @created_at)`,
  )
  return {
    ...createPasswordStore(database),
    find: (id) => useDatabase(() => find.get(id)),
    findByEmail: (email) => useDatabase(() => findByEmail.get(email)),
    findByIdentity: (issuer, subject) => useDatabase(() => findByIdentity.get(issuer, subject)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    deleteWithoutMembership: (id) => {
      useDatabase(() => deleteWithoutMembership.run(id))
    },
    insertIdentityLink: (row) => {
      useDatabase(() => insertIdentityLink.run(row))
    },
  }
}

function createPasswordStore(
  database: ControlPlaneDatabase,
): Pick<UserStore, 'findPassword' | 'savePassword' | 'deletePassword'> {
  const find = database.prepare<[string], PasswordRow>('SELECT * FROM passwords WHERE user_id = ?')
  const save = database.prepare<[PasswordRow]>(
    `INSERT OR REPLACE INTO passwords (user_id, salt, hash, cost, block_size, parallelization, changed_at)
     VALUES (@user_id, @salt, @hash, @cost, @block_size, @parallelization, @changed_at)`,
  )
  const remove = database.prepare<[string]>('DELETE FROM passwords WHERE user_id = ?')
  return {
    findPassword: (userId) => useDatabase(() => find.get(userId)),
    savePassword: (row) => {
      useDatabase(() => save.run(row))
    },
    deletePassword: (userId) => {
      useDatabase(() => remove.run(userId))
    },
  }
}
