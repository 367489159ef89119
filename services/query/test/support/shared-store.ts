import { createInsertBuilder, type RowsByTable, type TableName, type TelemetryReader } from '@signalbox/telemetry-store'
import { openTestStore } from '../../../../packages/telemetry-store/test/support/open-test-store.js'

/** This test process's store, and a way to fill it like the consumer. */
export interface SharedStore {
  reader: TelemetryReader
  insert<Name extends TableName>(table: Name, rows: readonly RowsByTable[Name][]): Promise<void>
}

let offset = 0

/** Each test has its own organization, so nothing needs to be removed between them. */
export async function openSharedStore(): Promise<SharedStore> {
  const { reader, writer } = await openTestStore()
  return {
    reader,
    async insert(table, rows) {
      const position = { topic: 'query-tests', partition: 0, start: offset, end: offset + rows.length }
      offset = position.end
      const builder = createInsertBuilder(position)
      for (const row of rows) builder.add(table, row)
      await writer.write({ position, inserts: builder.finish(), repeated: false })
    },
  }
}
