import { readFile, writeFile } from 'node:fs/promises'
import { createWorkflowFileSchema } from '@signalbox/contracts'

// Writes the JSON Schema of workflow files from the contracts; with --check only compares.

const file = new URL('../docs/workflow-file.schema.json', import.meta.url)
const expected = `${JSON.stringify(createWorkflowFileSchema(), null, 2)}\n`
if (!process.argv.includes('--check')) {
  await writeFile(file, expected)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== expected) {
  console.error('docs/workflow-file.schema.json is not current: run make generate')
  process.exit(1)
}
