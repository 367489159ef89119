import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'
import type { IssueRow } from './issues.js'

/** An SQL condition on issues with its bound values. Values never become part of the SQL text. */
export interface IssueCondition {
  sql: string
  /** By parameter name; the SQL text refers to them with a leading `@`. */
  parameters: Readonly<Record<string, string | number | null>>
}

/** Which issues to search. */
export interface IssueFilter {
  organizationId: string
  /** Undefined for the entire organization. */
  projectId: string | undefined
  condition: IssueCondition
}

/** One of the requested fingerprints with its issue. */
export interface OwnedFingerprint {
  /** Index among the requested fingerprints. */
  position: number
  id: string
  /** Of the issue, Unix milliseconds. */
  firstSeenAt: number
}

/** Columns whose distinct values can be listed. */
export type ListedColumn = 'level' | 'platform' | 'first_release'

/** Searches issues that are not merged into another. */
export interface IssueSearchStore {
  /** Of the given fingerprints of a project, returns those whose issues match the filter, in any order. */
  findByFingerprints(filter: IssueFilter, projectId: string, fingerprints: readonly string[]): OwnedFingerprint[]
  /** Ids of issues that match the filter, except the given ones; most recently first-seen first, ties by id. */
  page(filter: IssueFilter, page: { except: readonly string[]; limit: number; offset: number }): string[]
  count(filter: IssueFilter): number
  /** Ids of up to `limit` issues that match the filter and have several fingerprints, in any order. */
  findMerged(filter: IssueFilter, limit: number): string[]
  /** The issues with these ids, in the same order; unknown ids are skipped. */
  read(organizationId: string, ids: readonly string[]): IssueRow[]
  /** The distinct values of a column. */
  listValues(organizationId: string, column: ListedColumn): string[]
}

export function createIssueSearchStore(database: ControlPlaneDatabase): IssueSearchStore {
  // Every search has different conditions, so these statements are prepared on demand.
  const select = <Row>(sql: string, parameters: object): Row[] =>
    useDatabase(() => database.prepare<[object], Row>(sql).all(parameters))
  return {
    // CROSS JOIN fixes the join order: the requested fingerprints first, then the fingerprint index.
    findByFingerprints: (filter, projectId, fingerprints) =>
      select<OwnedFingerprint>(
        `SELECT asked.key AS position, issues.id, issues.first_seen_at AS firstSeenAt
         FROM json_each(@fingerprints) AS asked
         CROSS JOIN issue_fingerprints AS known ON known.project_id = @owner AND known.fingerprint = asked.value
         CROSS JOIN issues ON issues.id = known.issue_id
         WHERE ${textOf(filter)}`,
        { ...parametersOf(filter), owner: projectId, fingerprints: JSON.stringify(fingerprints) },
      ),
    page: (filter, { except, limit, offset }) =>
      select<{ id: string }>(
        `SELECT issues.id FROM issues WHERE ${textOf(filter)} AND issues.id NOT IN (SELECT value FROM json_each(@except))
         ORDER BY issues.first_seen_at DESC, issues.id DESC LIMIT @limit OFFSET @offset`,
        { ...parametersOf(filter), except: JSON.stringify(except), limit, offset },
      ).map(({ id }) => id),
    count: (filter) => {
      const sql = `SELECT count(*) AS issues FROM issues WHERE ${textOf(filter)}`
      return select<{ issues: number }>(sql, parametersOf(filter))[0]?.issues ?? 0
    },
    findMerged: (filter, limit) =>
      select<{ id: string }>(
        `SELECT issues.id FROM issues
         WHERE ${textOf(filter)} AND EXISTS (
           SELECT 1 FROM issue_fingerprints WHERE issue_id = issues.id LIMIT 1 OFFSET 1)
         LIMIT @limit`,
        { ...parametersOf(filter), limit },
      ).map(({ id }) => id),
    ...createReads(database),
  }
}

function textOf({ projectId, condition }: IssueFilter): string {
  const project = projectId === undefined ? '' : ' AND issues.project_id = @projectId'
  return `issues.organization_id = @organizationId AND issues.merged_into IS NULL${project} AND (${condition.sql})`
}

function parametersOf({ organizationId, projectId, condition }: IssueFilter): object {
  return { ...condition.parameters, organizationId, ...(projectId !== undefined && { projectId }) }
}

function createReads(database: ControlPlaneDatabase): Pick<IssueSearchStore, 'read' | 'listValues'> {
  const read = database.prepare<[string, string], IssueRow>(
    `SELECT issues.* FROM json_each(?) AS asked CROSS JOIN issues ON issues.id = asked.value
     WHERE issues.organization_id = ? ORDER BY asked.key`,
  )
  const prepareValues = (column: ListedColumn) =>
    database.prepare<[string], string>(`SELECT DISTINCT ${column} FROM issues WHERE organization_id = ?`).pluck()
  const values = {
    level: prepareValues('level'),
    platform: prepareValues('platform'),
    first_release: prepareValues('first_release'),
  }
  return {
    read: (organizationId, ids) => useDatabase(() => read.all(JSON.stringify(ids), organizationId)),
    listValues: (organizationId, column) => useDatabase(() => values[column].all(organizationId)),
  }
}
