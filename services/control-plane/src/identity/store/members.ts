import type { Role } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A user's membership in an organization. */
export interface MemberRow {
  id: string
  organization_id: string
  user_id: string
  role: Role
  /** Unix milliseconds. */
  created_at: number
}

/** A member with public fields of their user. */
export interface NamedMemberRow extends MemberRow {
  email: string
  name: string
}

/** A member with their organization. */
export interface MembershipRow extends MemberRow {
  organization_name: string
}

export interface MemberStore {
  /** Oldest first. */
  list(organizationId: string): NamedMemberRow[]
  find(organizationId: string, id: string): NamedMemberRow | undefined
  /** Lists all memberships of a user, the earliest first. */
  listOfUser(userId: string): MembershipRow[]
  count(organizationId: string): number
  countOwners(organizationId: string): number
  /** True if anyone can sign in to this installation. */
  hasAny(): boolean
  insert(row: MemberRow): void
  changeRole(id: string, role: Role): void
  /** Also deletes their browser sessions. */
  delete(id: string): void
}

const selectNamed = 'SELECT members.*, email, name FROM members JOIN users ON users.id = user_id'

export function createMemberStore(database: ControlPlaneDatabase): MemberStore {
  const list = database.prepare<[string], NamedMemberRow>(
    `${selectNamed} WHERE organization_id = ? ORDER BY members.created_at, members.id`,
  )
  const find = database.prepare<[string, string], NamedMemberRow>(
    `${selectNamed} WHERE organization_id = ? AND members.id = ?`,
  )
  const listOfUser = database.prepare<[string], MembershipRow>(
    `SELECT members.*, organizations.name AS organization_name
     FROM members JOIN organizations ON organizations.id = organization_id
     WHERE user_id = ? ORDER BY members.created_at, members.id`,
  )
  const insert = database.prepare<[MemberRow]>(
    `INSERT INTO members (id, organization_id, user_id, role, created_at)
     VALUES (@id, @organization_id, @user_id, @role, @created_at)`,
  )
  const changeRole = database.prepare<[Role, string]>('UPDATE members SET role = ? WHERE id = ?')
  const remove = database.prepare<[string]>('DELETE FROM members WHERE id = ?')
  return {
    ...createCounts(database),
    list: (organizationId) => useDatabase(() => list.all(organizationId)),
    find: (organizationId, id) => useDatabase(() => find.get(organizationId, id)),
    listOfUser: (userId) => useDatabase(() => listOfUser.all(userId)),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    changeRole: (id, role) => {
      useDatabase(() => changeRole.run(role, id))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}

function createCounts(database: ControlPlaneDatabase): Pick<MemberStore, 'count' | 'countOwners' | 'hasAny'> {
  const count = database.prepare<[string], number>('SELECT count(*) FROM members WHERE organization_id = ?').pluck()
  const countOwners = database
    .prepare<[string], number>("SELECT count(*) FROM members WHERE organization_id = ? AND role = 'owner'")
    .pluck()
  const any = database.prepare<[], number>('SELECT 1 FROM members LIMIT 1').pluck()
  return {
    count: (organizationId) => useDatabase(() => count.get(organizationId) ?? 0),
    countOwners: (organizationId) => useDatabase(() => countOwners.get(organizationId) ?? 0),
    hasAny: () => useDatabase(() => any.get() !== undefined),
  }
}
