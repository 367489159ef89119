import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A fingerprint of a project and the issue that owns its events. */
export interface IssueFingerprintRow {
  project_id: string
  fingerprint: string
  issue_id: string
  /** The issue it belonged to before merging, and to which it returns when unmerged. */
  original_issue_id: string
  /** Unix milliseconds. */
  first_seen_at: number
}

export interface IssueFingerprintStore {
  find(projectId: string, fingerprint: string): IssueFingerprintRow | undefined
  /** Fingerprints originally of this issue first, then in order of creation. */
  list(issueId: string): IssueFingerprintRow[]
  count(issueId: string): number
  /** Runs a single query; fingerprints without an issue are missing from the result. */
  findAll(
    organizationId: string,
    fingerprints: readonly { projectId: string; fingerprint: string }[],
  ): Pick<IssueFingerprintRow, 'project_id' | 'fingerprint' | 'issue_id'>[]
  insert(row: IssueFingerprintRow): void
  /** Updates the current and the original issue. */
  move(row: IssueFingerprintRow): void
  /** Moves all fingerprints of an issue; each still returns to its original issue. */
  moveAll(issueId: string, targetId: string): void
}

export function createIssueFingerprintStore(database: ControlPlaneDatabase): IssueFingerprintStore {
  return { ...createReads(database), ...createWrites(database) }
}

type Reads = 'find' | 'list' | 'count' | 'findAll'

function createReads(database: ControlPlaneDatabase): Pick<IssueFingerprintStore, Reads> {
  const find = database.prepare<[string, string], IssueFingerprintRow>(
    'SELECT * FROM issue_fingerprints WHERE project_id = ? AND fingerprint = ?',
  )
  const list = database.prepare<[string], IssueFingerprintRow>(
    'SELECT * FROM issue_fingerprints WHERE issue_id = ? ORDER BY original_issue_id = issue_id DESC, rowid',
  )
  const count = database.prepare<[string], number>('SELECT count(*) FROM issue_fingerprints WHERE issue_id = ?').pluck()
  // CROSS JOIN fixes the join order: the requested values first, then the fingerprint index. SQLite reads plain strings
  // from JSON several times as fast as objects.
  const findAll = database.prepare<
    [string, string, string],
    Pick<IssueFingerprintRow, 'project_id' | 'fingerprint' | 'issue_id'>
  >(
    `SELECT known.project_id, known.fingerprint, known.issue_id
     FROM json_each(?) AS asked
     CROSS JOIN issue_fingerprints AS known ON known.project_id = ? AND known.fingerprint = asked.value
     CROSS JOIN issues ON issues.id = known.issue_id AND issues.organization_id = ?`,
  )
  return {
    find: (projectId, fingerprint) => useDatabase(() => find.get(projectId, fingerprint)),
    list: (issueId) => useDatabase(() => list.all(issueId)),
    count: (issueId) => useDatabase(() => count.get(issueId) ?? 0),
    findAll: (organizationId, asked) => {
      const byProject = new Map<string, string[]>()
      for (const { projectId, fingerprint } of asked) {
        const known = byProject.get(projectId)
        if (known === undefined) byProject.set(projectId, [fingerprint])
        else known.push(fingerprint)
      }
      return [...byProject].flatMap(([projectId, fingerprints]) =>
        useDatabase(() => findAll.all(JSON.stringify(fingerprints), projectId, organizationId)),
      )
    },
  }
}

function createWrites(database: ControlPlaneDatabase): Omit<IssueFingerprintStore, Reads> {
  const insert = database.prepare<[IssueFingerprintRow]>(
    `INSERT INTO issue_fingerprints (project_id, fingerprint, issue_id, original_issue_id, first_seen_at)
     VALUES (@project_id, @fingerprint, @issue_id, @original_issue_id, @first_seen_at)`,
  )
  const move = database.prepare<[IssueFingerprintRow]>(
    `UPDATE issue_fingerprints SET issue_id = @issue_id, original_issue_id = @original_issue_id
     WHERE project_id = @project_id AND fingerprint = @fingerprint`,
  )
  const moveAll = database.prepare<[string, string]>('UPDATE issue_fingerprints SET issue_id = ? WHERE issue_id = ?')
  return {
    insert: (row) => {
      useDatabase(() => insert.run(row))
    },
    move: (row) => {
      useDatabase(() => move.run(row))
    },
    moveAll: (issueId, targetId) => {
      useDatabase(() => moveAll.run(targetId, issueId))
    },
  }
}
