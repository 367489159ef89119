import { readTrace, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

/** One trace as a tree. */
export const trace = createTool('trace', readingTools.trace, async ({ trace_id }, ask) => {
  const { evidenceId, value } = await ask(
    readTrace,
    { params: { trace_id } },
    ({ span_count: spans, services }) => `A trace of ${spans} spans through ${services.length} services`,
  )
  return [{ evidenceId, about: 'trace', shown: value }]
})
