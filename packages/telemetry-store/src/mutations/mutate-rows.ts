import type { StoreClient } from '../client.js'
import { alteredTable, type AlterableTable } from '../cluster/cluster-tables.js'

/** A mutation of stored rows, across all partitions or in one. */
export interface Mutation {
  table: AlterableTable
  /** `DELETE`, or `UPDATE` with its assignments. */
  change: string
  /** Partition, `YYYY-MM-DD`; default: all. */
  day?: string
  condition: string
  /** Values of the placeholders in `change` and `condition`. */
  parameters: Record<string, unknown>
}

/** Condition for the rows of a project; parameters `organizationId` and `projectId`. */
export const ofProject = 'organization_id = {organizationId:String} AND project_id = {projectId:String}'

/**
 * Mutates rows in place. When it resolves, all replicas have applied the mutation. Each replica evaluates it on its
 * own, so subqueries on other tables must return the same on all of them.
 */
export async function mutateRows(
  client: StoreClient,
  { table, change, day, condition, parameters }: Mutation,
): Promise<void> {
  await client.clickhouse.command({
    query: `ALTER TABLE ${alteredTable(client, table)} ${change}${day === undefined ? '' : ' IN PARTITION {day:String}'}
      WHERE ${condition} SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
    query_params: { ...parameters, ...(day !== undefined && { day }) },
  })
}
