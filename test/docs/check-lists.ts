import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  alertRuleKinds,
  apiScopes,
  channelKinds,
  issueStatuses,
  noticeKinds,
  readingTools,
  roles,
  sqlTables,
  triggerKinds,
  verdicts,
} from '@signalbox/contracts'

/** Fails if a document that lists all names of a kind omits one. The lists come from the contracts. */

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The document that explains each name. */
const explained: Readonly<Record<string, readonly string[]>> = {
  'docs/alerts.md': alertRuleKinds,
  'docs/identity-and-access.md': [...apiScopes, ...roles],
  'docs/investigation.md': verdicts,
  'docs/issues.md': issueStatuses,
  'docs/mcp.md': [...Object.keys(readingTools), ...sqlTables],
  'docs/notifications.md': [...channelKinds, ...noticeKinds],
  'docs/workflows.md': triggerKinds,
}

const faults = Object.entries(explained).flatMap(([file, names]) => {
  const words = new Set(readFileSync(`${root}${file}`, 'utf8').match(/[\w:-]+/g))
  return names.filter((name) => !words.has(name)).map((name) => `${file}: ${name} is not explained`)
})
for (const fault of faults) console.error(fault)
console.log(`${Object.values(explained).flat().length} names of the contracts looked up, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
