import type { IssueSort } from '@signalbox/contracts'
import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A saved issue search. Times are Unix milliseconds. */
export interface IssueViewRow {
  id: string
  organization_id: string
  /** Owner; null for a view shared with the organization. */
  member_id: string | null
  name: string
  query: string
  sort: IssueSort
  created_at: number
  updated_at: number
}

/** The reader of views. */
export interface ViewReader {
  organizationId: string
  /** Null for a reader that cannot own views. */
  memberId: string | null
}

export interface IssueViewStore {
  /** Views visible to the reader, by name. */
  list(reader: ViewReader): IssueViewRow[]
  /** @returns undefined if the reader cannot see it. */
  find(reader: ViewReader, id: string): IssueViewRow | undefined
  /** Views of one owner: the organization if `memberId` is null. */
  findByName(owner: ViewReader, name: string): IssueViewRow | undefined
  /** Counts the views of one owner, as for `findByName`. */
  count(owner: ViewReader): number
  insert(row: IssueViewRow): void
  update(row: IssueViewRow): void
  delete(id: string): void
  /** @returns undefined if the member has no default. */
  findDefault(memberId: string): string | undefined
  /** @param viewId Null to clear the default. */
  chooseDefault(memberId: string, viewId: string | null): void
  /** Clears the view as the default of everyone but this member. */
  forgetDefaultsOfOthers(viewId: string, memberId: string): void
}

export function createIssueViewStore(database: ControlPlaneDatabase): IssueViewStore {
  const seen = 'organization_id = @organizationId AND (member_id IS NULL OR member_id = @memberId)'
  const owned = 'organization_id = @organizationId AND member_id IS @memberId'
  const list = database.prepare<[ViewReader], IssueViewRow>(`SELECT * FROM issue_views WHERE ${seen} ORDER BY name, id`)
  const find = database.prepare<[ViewReader & { id: string }], IssueViewRow>(
    `SELECT * FROM issue_views WHERE id = @id AND ${seen}`,
  )
  const findByName = database.prepare<[ViewReader & { name: string }], IssueViewRow>(
    `SELECT * FROM issue_views WHERE name = @name AND ${owned}`,
  )
  const count = database.prepare<[ViewReader], { views: number }>(
    `SELECT count(*) AS views FROM issue_views WHERE ${owned}`,
  )
  const insert = database.prepare<[IssueViewRow]>(
    `INSERT INTO issue_views (id, organization_id, member_id, name, query, sort, created_at, updated_at)
     VALUES (@id, @organization_id, @member_id, @name, @query, @sort, @created_at, @updated_at)`,
  )
  const update = database.prepare<[IssueViewRow]>(
    `UPDATE issue_views SET member_id = @member_id, name = @name, query = @query, sort = @sort, updated_at = @updated_at
     WHERE id = @id`,
  )
  const remove = database.prepare<[string]>('DELETE FROM issue_views WHERE id = ?')
  return {
    ...createDefaultStore(database),
    list: (reader) => useDatabase(() => list.all(reader)),
    find: (reader, id) => useDatabase(() => find.get({ ...reader, id })),
    findByName: (owner, name) => useDatabase(() => findByName.get({ ...owner, name })),
    count: (owner) => useDatabase(() => count.get(owner)?.views ?? 0),
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    update: (row) => {
      useDatabase(() => update.run(row))
    },
    delete: (id) => {
      useDatabase(() => remove.run(id))
    },
  }
}

function createDefaultStore(
  database: ControlPlaneDatabase,
): Pick<IssueViewStore, 'findDefault' | 'chooseDefault' | 'forgetDefaultsOfOthers'> {
  const find = database.prepare<[string], { view_id: string }>(
    'SELECT view_id FROM default_issue_views WHERE member_id = ?',
  )
  const put = database.prepare<[string, string]>(
    `INSERT INTO default_issue_views (member_id, view_id) VALUES (?, ?)
     ON CONFLICT (member_id) DO UPDATE SET view_id = excluded.view_id`,
  )
  const remove = database.prepare<[string]>('DELETE FROM default_issue_views WHERE member_id = ?')
  const removeOfOthers = database.prepare<[string, string]>(
    'DELETE FROM default_issue_views WHERE view_id = ? AND member_id <> ?',
  )
  return {
    findDefault: (memberId) => useDatabase(() => find.get(memberId)?.view_id),
    chooseDefault: (memberId, viewId) => {
      useDatabase(() => (viewId === null ? remove.run(memberId) : put.run(memberId, viewId)))
    },
    forgetDefaultsOfOthers: (viewId, memberId) => {
      useDatabase(() => removeOfOthers.run(viewId, memberId))
    },
  }
}
