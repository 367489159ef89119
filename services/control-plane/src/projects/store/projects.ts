import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A project with the public key of its DSN: the oldest active one. */
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
  dsnKey: { id: string; publicKey: string }
}

export interface ProjectStore {
  /** Oldest first. */
  list(organizationId: string): ProjectRow[]
  count(organizationId: string): number
  findById(organizationId: string, id: string): ProjectRow | undefined
  findByNumber(organizationId: string, number: number): ProjectRow | undefined
  /** The project and its DSN key, both or none. Its number is the next of the sequence. */
  insert(project: NewProject): ProjectRow
}

const selectProject = `
  SELECT projects.id, number, organization_id, name, projects.is_active, projects.created_at, public_key
  FROM projects JOIN dsn_keys ON dsn_keys.id = (
    SELECT id FROM dsn_keys WHERE project_id = projects.id ORDER BY is_active DESC, id LIMIT 1
  )`

export function createProjectStore(database: ControlPlaneDatabase): ProjectStore {
  const list = database.prepare<[string], ProjectRow>(`${selectProject} WHERE organization_id = ? ORDER BY number`)
  const count = database.prepare<[string], number>('SELECT count(*) FROM projects WHERE organization_id = ?').pluck()
  const findById = database.prepare<[string, string], ProjectRow>(
    `${selectProject} WHERE organization_id = ? AND projects.id = ?`,
  )
  const findByNumber = database.prepare<[string, number], ProjectRow>(
    `${selectProject} WHERE organization_id = ? AND number = ?`,
  )
  return {
    list: (organizationId) => useDatabase(() => list.all(organizationId)),
    count: (organizationId) => useDatabase(() => count.get(organizationId) ?? 0),
    findById: (organizationId, id) => useDatabase(() => findById.get(organizationId, id)),
    findByNumber: (organizationId, number) => useDatabase(() => findByNumber.get(organizationId, number)),
    insert: createInsert(database),
  }
}

function createInsert(database: ControlPlaneDatabase): ProjectStore['insert'] {
  const insertProject = database.prepare<[string, string, string, number]>(
    'INSERT INTO projects (id, organization_id, name, created_at) VALUES (?, ?, ?, ?)',
  )
  const insertKey = database.prepare<[string, string, string, number]>(
    'INSERT INTO dsn_keys (id, project_id, public_key, created_at) VALUES (?, ?, ?, ?)',
  )
  const find = database.prepare<[string], ProjectRow>(`${selectProject} WHERE projects.id = ?`)
  const insert = database.transaction(({ id, organizationId, name, createdAt, dsnKey }: NewProject): ProjectRow => {
    insertProject.run(id, organizationId, name, createdAt)
    insertKey.run(dsnKey.id, id, dsnKey.publicKey, createdAt)
    const row = find.get(id)
    if (!row) throw new Error('a project that was just inserted cannot be read')
    return row
  })
  return (project) => useDatabase(() => insert(project))
}
