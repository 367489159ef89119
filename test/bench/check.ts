import { readFile, writeFile } from 'node:fs/promises'
import { checkedParts } from './parts.js'
import { findRegressions, toRecord, type RecordedRatio } from './reporting/compare.js'
import { renderText } from './reporting/render-text.js'
import { runParts } from './run-parts.js'

// `make bench-check` measures for about two minutes and fails if a ratio is worse than the committed record by more than
// noise. With `--record` it rewrites the record: run that on an idle machine, and give a reason in the commit.

const rounds = 3
const recordFile = new URL('record.json', import.meta.url)
const summaries = await runParts(checkedParts, rounds)
console.log(renderText(summaries))
if (process.argv.includes('--record')) {
  await writeFile(recordFile, `${JSON.stringify(toRecord(summaries), null, 2)}\n`)
} else {
  const record = JSON.parse(await readFile(recordFile, 'utf8')) as RecordedRatio[]
  const regressions = findRegressions(record, summaries)
  for (const regression of regressions) console.error(`Worse than recorded: ${regression}`)
  process.exitCode = regressions.length === 0 ? 0 : 1
}
