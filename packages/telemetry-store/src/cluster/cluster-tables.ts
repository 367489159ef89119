import type { StoreClient } from '../client.js'
import { quoteText } from '../sql/tokenize.js'
import type { TableName } from '../tables/index.js'

/**
 * On a cluster, each server stores its rows in this table; the table without the suffix represents the rows of all
 * servers.
 */
export const localNameOf = (table: string): string => `${table}_local`

/** Tables that are mutated or altered in place. */
export type AlterableTable = TableName | 'event_revisions'

/** Returns the table that holds the rows: queries on parts and partitions must use it. */
export const partsOf = ({ cluster }: StoreClient, table: AlterableTable): string =>
  cluster === undefined ? table : localNameOf(table)

/** The operand of `ALTER TABLE` that mutates or alters the table on all servers. */
export const alteredTable = (client: StoreClient, table: AlterableTable): string =>
  `${partsOf(client, table)}${onCluster(client.cluster)}`

/** Includes a leading space; empty for a single server. */
export const onCluster = (cluster: string | undefined): string =>
  cluster === undefined ? '' : ` ON CLUSTER ${quoteText(cluster)}`
