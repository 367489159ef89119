import { querySql, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

/** Runs one SELECT; its permissions and limits are enforced by the route. */
export const sql = createTool('sql', readingTools.sql, async (body, ask) => {
  const { evidenceId, value } = await ask(querySql, { body }, ({ rows }) => `${rows.length} rows of a SELECT`)
  return [{ evidenceId, about: 'rows', shown: value }]
})
