import { listChanges, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

const changesDefault = 30

/** What was altered and when. */
export const changes = createTool('changes', readingTools.changes, async ({ limit, ...filters }, ask) => {
  const query = { ...filters, limit: limit ?? changesDefault }
  const { evidenceId, value } = await ask(listChanges, { query }, ({ total }) => `${total} changes and deployments`)
  return [{ evidenceId, about: 'changes', shown: value }]
})
