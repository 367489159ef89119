import { fileURLToPath } from 'node:url'
import type { TelemetryReader } from '@signalbox/telemetry-store'

export const schemaFile = fileURLToPath(new URL('../../../../clickhouse/schema.sql', import.meta.url))

const head =
  '-- Generated from a migrated store by packages/telemetry-store/test/support/write-schema.ts. Do not edit.\n'

/** The tables of a migrated store as SQL, by name. */
export async function readSchema(reader: TelemetryReader): Promise<string> {
  const tables = await reader.read<{ ddl: string }>({
    name: 'schema',
    sql: `SELECT formatQuery(replaceOne(create_table_query, database || '.', '')) AS ddl FROM system.tables
      WHERE database = currentDatabase() ORDER BY name`,
  })
  return [head, ...tables.map(({ ddl }) => `${ddl};\n`)].join('\n')
}
