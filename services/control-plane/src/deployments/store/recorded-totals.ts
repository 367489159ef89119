import { useDatabase, type ControlPlaneDatabase } from '../../database/database.js'

/** Changes or deployments of an organization. The database's triggers count them. */
export interface RecordedTotal {
  items: number
  bytes: number
}

/** What is counted, by the name of its table. */
export type Recorded = 'changes' | 'deployments'

export interface RecordedTotalStore {
  /** Zeros if the organization has none. */
  find(organizationId: string, recorded: Recorded): RecordedTotal
  /** Lists the ids of organizations with more than `most` items or bytes. */
  listBeyond(recorded: Recorded, most: RecordedTotal): string[]
}

export function createRecordedTotalStore(database: ControlPlaneDatabase): RecordedTotalStore {
  const find = database.prepare<[string, Recorded], RecordedTotal>(
    'SELECT items, bytes FROM recorded_totals WHERE organization_id = ? AND recorded = ?',
  )
  const listBeyond = database
    .prepare<[RecordedTotal & { recorded: Recorded }], string>(
      `SELECT organization_id FROM recorded_totals
       WHERE recorded = @recorded AND (items > @items OR bytes > @bytes)`,
    )
    .pluck()
  return {
    find: (organizationId, recorded) => useDatabase(() => find.get(organizationId, recorded)) ?? { items: 0, bytes: 0 },
    listBeyond: (recorded, most) => useDatabase(() => listBeyond.all({ ...most, recorded })),
  }
}
