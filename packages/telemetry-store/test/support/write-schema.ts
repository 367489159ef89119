/** Writes clickhouse/schema.sql; run with `node --import=tsx --conditions=@signalbox/source` from the root of the repository. */
import { writeFile } from 'node:fs/promises'
import { openTestStore } from './open-test-store.js'
import { readSchema, schemaFile } from './schema.js'

const { reader } = await openTestStore()
await writeFile(schemaFile, await readSchema(reader))
