import type { StoreClient } from '../client.js'
import { quoteText } from '../sql/tokenize.js'
import type { TableName } from '../tables/index.js'

/** On a cluster each server keeps its rows in this table; the one without the ending stands for those of all servers. */
export const localNameOf = (table: string): string => `${table}_local`

/** Tables whose rows, or how they are kept, are changed in place. */
export type AlterableTable = TableName | 'event_revisions'

/** The table that holds rows: what a look at parts, and at partitions, has to ask. */
export const partsOf = ({ cluster }: StoreClient, table: AlterableTable): string =>
  cluster === undefined ? table : localNameOf(table)

/** What follows `ALTER TABLE` to change rows, or how they are kept, on all servers. */
export const alteredTable = (client: StoreClient, table: AlterableTable): string =>
  `${partsOf(client, table)}${onCluster(client.cluster)}`

/** With its leading space; nothing for a single server. */
export const onCluster = (cluster: string | undefined): string =>
  cluster === undefined ? '' : ` ON CLUSTER ${quoteText(cluster)}`
