import { queryLogPatterns, queryLogs, readingTools } from '@signalbox/contracts'
import { keepMatching } from './keep-matching.js'
import { createTool } from './tool.js'

const entriesDefault = 50
const patternsMax = 300

/** Log entries, or their common patterns before and after a point in time. */
export const logs = createTool('logs', readingTools.logs, async ({ split, limit, ...filters }, ask) => {
  const { start, end, service, search } = filters
  if (split === undefined) {
    const query = { ...filters, limit: limit ?? entriesDefault }
    const listed = await ask(queryLogs, { query }, ({ total }) => `${total} log entries`)
    return [{ evidenceId: listed.evidenceId, about: 'log entries', shown: listed.value }]
  }
  const { evidenceId, value } = await ask(
    queryLogPatterns,
    { query: { start, end, split, merge: false, limit: patternsMax } },
    ({ total }) => `${total} patterns of log entries before and after ${split}`,
  )
  const patterns = keepMatching(
    value.patterns,
    (each) => matches(each.service, service) && matches(each.pattern, search),
  )
  return [{ evidenceId, about: 'log patterns', shown: { ...value, patterns: patterns.slice(0, limit ?? patternsMax) } }]
})

function matches(text: string, searched: string | undefined): boolean {
  return searched === undefined || text.toLowerCase().includes(searched.toLowerCase())
}
