import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A project with the public key of its DSN: that of its oldest active key. */
export interface ProjectRow {
  id: string
  number: number
  organization_id: string
  name: string
  is_active: 0 | 1
  /** Unix milliseconds. */
  created_at: number
  public_key: string
}

export interface NewProject {
  id: string
  organizationId: string
  name: string
  createdAt: number
  /** Number in the DSN. Default: the next one of the sequence. */
  number?: number | undefined
  dsnKey: { id: string; publicKey: string }
}

/** Projects, excluding deleted ones. */
export interface ProjectStore {
  /** Oldest first. */
  list(organizationId: string): ProjectRow[]
  count(organizationId: string): number
  findById(organizationId: string, id: string): ProjectRow | undefined
  findByNumber(organizationId: string, number: number): ProjectRow | undefined
  /** True if any project of any organization has the number, or had it and is still reserved. */
  isNumberTaken(number: number): boolean
  /** Inserts the project and its DSN key atomically. */
  insert(project: NewProject): ProjectRow
  /** Updates the mutable columns: name and activation. */
  update(row: Pick<ProjectRow, 'id' | 'name' | 'is_active'>): void
}

const selectProject = `
  SELECT projects.id, number, organization_id, name, projects.is_active, projects.created_at, public_key
  FROM projects JOIN dsn_keys ON dsn_keys.id = (
    SELECT id FROM dsn_keys WHERE project_id = projects.id ORDER BY is_active DESC, id LIMIT 1
  ) AND deleted_at IS NULL`

export function createProjectStore(database: ControlPlaneDatabase): ProjectStore {
  const list = database.prepare<[string], ProjectRow>(`${selectProject} WHERE organization_id = ? ORDER BY number`)
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM projects WHERE organization_id = ? AND deleted_at IS NULL')
    .pluck()
  const findById = database.prepare<[string, string], ProjectRow>(
    `${selectProject} WHERE organization_id = ? AND projects.id = ?`,
  )
  const findByNumber = database.prepare<[string, number], ProjectRow>(
    `${selectProject} WHERE organization_id = ? AND number = ?`,
  )
  const isNumberTaken = database.prepare<[number], 1>('SELECT 1 FROM projects WHERE number = ?').pluck()
  const update = database.prepare<[object]>('UPDATE projects SET name = @name, is_active = @is_active WHERE id = @id')
  return {
    list: (organizationId) => useDatabase(() => list.all(organizationId)),
    count: (organizationId) => useDatabase(() => count.get(organizationId) ?? 0),
    findById: (organizationId, id) => useDatabase(() => findById.get(organizationId, id)),
    findByNumber: (organizationId, number) => useDatabase(() => findByNumber.get(organizationId, number)),
    isNumberTaken: (number) => useDatabase(() => isNumberTaken.get(number)) !== undefined,
    insert: createInsert(database),
    update: ({ id, name, is_active }) => {
      useDatabase(() => update.run({ id, name, is_active }))
    },
  }
}

/**
 * Explicitly chosen numbers do not advance the sequence, which continues from its own last number and skips those that
 * are taken.
 */
const nextNumber = `
  WITH RECURSIVE candidates (number) AS (
    SELECT coalesce(max(number), 0) + 1 FROM projects WHERE is_number_given = 0
    UNION ALL
    SELECT number + 1 FROM candidates WHERE number IN (SELECT number FROM projects)
  )
  SELECT max(number) FROM candidates`

function createInsert(database: ControlPlaneDatabase): ProjectStore['insert'] {
  const insertProject = database.prepare<[object]>(
    `INSERT INTO projects (number, is_number_given, id, organization_id, name, created_at)
     VALUES (coalesce(@number, (${nextNumber})), @number IS NOT NULL, @id, @organizationId, @name, @createdAt)`,
  )
  const insertKey = database.prepare<[string, string, string, number]>(
    'INSERT INTO dsn_keys (id, project_id, public_key, created_at) VALUES (?, ?, ?, ?)',
  )
  const find = database.prepare<[string], ProjectRow>(`${selectProject} WHERE projects.id = ?`)
  const insert = database.transaction(({ dsnKey, ...project }: NewProject): ProjectRow => {
    const { id, createdAt } = project
    insertProject.run({ ...project, number: project.number ?? null })
    insertKey.run(dsnKey.id, id, dsnKey.publicKey, createdAt)
    const row = find.get(id)
    if (!row) throw new Error('an inserted project cannot be read back')
    return row
  })
  return (project) => useDatabase(() => insert(project))
}
