import { readFile, writeFile } from 'node:fs/promises'
import { renderClusterSchema } from '@signalbox/telemetry-store'

// Writes what the migrations become on a cluster; with --check only compares.

const file = new URL('../clickhouse/cluster-schema.sql', import.meta.url)
const expected = await renderClusterSchema({ cluster: '{cluster}', database: 'signalbox' })
if (!process.argv.includes('--check')) {
  await writeFile(file, expected)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== expected) {
  console.error('clickhouse/cluster-schema.sql is not current: run make generate')
  process.exit(1)
}
