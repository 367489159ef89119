import { queryTraces, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

const tracesDefault = 20

/** Traces within a range. */
export const traces = createTool('traces', readingTools.traces, async ({ limit, ...filters }, ask) => {
  const query = { ...filters, limit: limit ?? tracesDefault }
  const { evidenceId, value } = await ask(queryTraces, { query }, ({ total }) => `${total} traces`)
  return [{ evidenceId, about: 'traces', shown: value }]
})
