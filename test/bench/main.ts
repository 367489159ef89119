import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parts } from './parts.js'
import { renderHtml } from './reporting/render-html.js'
import { renderText } from './reporting/render-text.js'
import { runParts } from './run-parts.js'

// `make bench` runs all benchmarks, `make bench ONLY=ingest` one part, `ROUNDS=1` each once. Each comparison alternates
// with its baseline within a run because machines are noisy and differ: quote ratios, not absolute numbers.

const folder = fileURLToPath(new URL('report', import.meta.url))
const only = process.env['ONLY'] ?? ''
const rounds = Number(process.env['ROUNDS'] ?? 3)
if (only !== '' && !(only in parts)) {
  console.error(`ONLY must be one of ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error('ROUNDS must be a whole number from 1 on')
  process.exit(2)
}
const measuredAt = new Date().toISOString()
const summaries = await runParts(only === '' ? Object.keys(parts) : [only], rounds)
await mkdir(folder, { recursive: true })
const machine = { node: process.version, measured_at: measuredAt, rounds }
await writeFile(join(folder, 'report.json'), `${JSON.stringify({ ...machine, measurements: summaries }, null, 2)}\n`)
await writeFile(join(folder, 'report.html'), renderHtml(summaries, { title: `Signalbox, measured ${measuredAt}` }))
console.log(renderText(summaries))
console.error(`${folder} holds the same as JSON and as a page`)
