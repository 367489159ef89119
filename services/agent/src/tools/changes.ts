import { listChanges, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

const changesDefault = 30

/** Changes and when they were made. */
export const changes = createTool('changes', readingTools.changes, async ({ limit, ...filters }, ask) => {
  const query = { ...filters, limit: limit ?? changesDefault }
  const { evidenceId, value } = await ask(listChanges, { query }, ({ total }) => `${total} changes and deployments`)
  return [{ evidenceId, about: 'changes', shown: value }]
})
