import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Which issues to count. Undefined and null filters match all; times are Unix milliseconds. */
export interface NewIssueFilter {
  organizationId: string
  projectId: string | null
  levels: readonly string[] | undefined
  /** Environment in which the issue was first seen. */
  environment: string | undefined
  /** Inclusive. */
  startMs: number
  /** Inclusive, so that issues first seen this very millisecond count. */
  endMs: number
}

export interface NewIssueStore {
  /** Counts issues first seen within the range. */
  count(filter: NewIssueFilter): number
}

/** The counting statement as a function of its filters, so that a test can check its query plan. */
export function newIssuesSql({ projectId, levels, environment }: NewIssueFilter): string {
  const conditions = ['organization_id = @organizationId AND merged_into IS NULL']
  conditions.push('first_seen_at >= @startMs AND first_seen_at <= @endMs')
  if (projectId !== null) conditions.push('project_id = @projectId')
  if (levels !== undefined) conditions.push('level IN (SELECT value FROM json_each(@levels))')
  if (environment !== undefined) conditions.push('first_environment = @environment')
  return `SELECT count(*) FROM issues WHERE ${conditions.join(' AND ')}`
}

export function createNewIssueStore(database: ControlPlaneDatabase): NewIssueStore {
  return {
    count: (filter) =>
      useDatabase(() => {
        const statement = database.prepare<[object], number>(newIssuesSql(filter)).pluck()
        return statement.get({ ...filter, levels: JSON.stringify(filter.levels ?? []) }) ?? 0
      }),
  }
}
