import { querySql, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

/** One SELECT; what it may read and cost is decided where it is answered. */
export const sql = createTool('sql', readingTools.sql, async (body, ask) => {
  const { evidenceId, value } = await ask(querySql, { body }, ({ rows }) => `${rows.length} rows of a SELECT`)
  return [{ evidenceId, about: 'rows', shown: value }]
})
