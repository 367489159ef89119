import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** A fingerprint of a project and the issue that its events belong to. */
export interface IssueFingerprintRow {
  project_id: string
  fingerprint: string
  issue_id: string
  /** Where it was before issues were merged, and returns to. */
  original_issue_id: string
  /** Unix milliseconds. */
  first_seen_at: number
}

export interface IssueFingerprintStore {
  find(projectId: string, fingerprint: string): IssueFingerprintRow | undefined
  /** Those that have always been of the issue first, then in the order in which they were made known. */
  list(issueId: string): IssueFingerprintRow[]
  count(issueId: string): number
  /** All in one query; those without an issue are missing. */
  findAll(
    organizationId: string,
    fingerprints: readonly { projectId: string; fingerprint: string }[],
  ): Pick<IssueFingerprintRow, 'project_id' | 'fingerprint' | 'issue_id'>[]
  insert(row: IssueFingerprintRow): void
  /** Writes where it belongs and where it returns to. */
  move(row: IssueFingerprintRow): void
  /** Moves all of an issue; they still return to where they came from. */
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
  // CROSS JOIN keeps this order: what is asked for, then the index of fingerprints. Plain texts are read from JSON several
  // times as fast as objects are.
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
