import { readFile, writeFile } from 'node:fs/promises'
import { controlPlaneAccessSettings, queryAccessSettings, renderEnvExample } from '@signalbox/service-kit'
import { ownClusterAgentSettings } from '../services/cluster-agent/src/config.js'
import { signalboxSettings } from '../services/signalbox/src/config.js'

// Writes `env.example` from the settings that the code reads; with --check only compares.

const file = new URL('./env.example', import.meta.url)
const expected = renderEnvExample([
  { title: 'Single-process installations, and roles as separate processes', definition: signalboxSettings },
  {
    title: 'Roles as separate processes: see docs/running-distributed.md',
    definition: { ...controlPlaneAccessSettings, ...queryAccessSettings },
  },
  {
    title: 'Cluster agent: see services/cluster-agent/README.md',
    definition: ownClusterAgentSettings,
  },
])
if (!process.argv.includes('--check')) {
  await writeFile(file, expected)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== expected) {
  console.error('deploy/env.example is not current: run make generate')
  process.exit(1)
}
