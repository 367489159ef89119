import { readFile, writeFile } from 'node:fs/promises'
import { createAlertRuleFileSchema, createWorkflowFileSchema } from '@signalbox/contracts'

// Writes the JSON Schemas of files that people keep from the contracts; with --check only compares.

const schemas = {
  'docs/alert-rule-file.schema.json': createAlertRuleFileSchema(),
  'docs/workflow-file.schema.json': createWorkflowFileSchema(),
}
for (const [path, schema] of Object.entries(schemas)) {
  const file = new URL(`../${path}`, import.meta.url)
  const expected = `${JSON.stringify(schema, null, 2)}\n`
  if (!process.argv.includes('--check')) {
    await writeFile(file, expected)
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== expected) {
    console.error(`${path} is not current: run make generate`)
    process.exitCode = 1
  }
}
