import type { StoreClient } from './client.js'
import { alteredTable, type AlterableTable } from './cluster/cluster-tables.js'

/** A change of stored rows, all of them or those of one day. */
export interface Mutation {
  table: AlterableTable
  /** `DELETE`, or `UPDATE` with its assignments. */
  change: string
  /** Partition, `YYYY-MM-DD`; all partitions when left out. */
  day?: string
  condition: string
  /** Values of what the statement names. */
  parameters: Record<string, unknown>
}

/** Condition of rows by their project, `organizationId` and `projectId`. */
export const ofProject = 'organization_id = {organizationId:String} AND project_id = {projectId:String}'

/**
 * Changes rows where they are stored; when it resolves, all replicas have. Each replica works the change out by itself, so
 * what it asks of other tables must be the same on all.
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
