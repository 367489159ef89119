import { queryErrors, readEvent, readingTools } from '@signalbox/contracts'
import { createTool } from './tool.js'

const eventsDefault = 20

/** Error events within a range, or a single event in full. */
export const events = createTool('events', readingTools.events, async ({ event_id: id, limit, ...filters }, ask) => {
  if (id !== undefined) {
    const read = await ask(readEvent, { params: { event_id: id } }, ({ title }) => `The event ${title}`)
    return [{ evidenceId: read.evidenceId, about: 'event', shown: read.value }]
  }
  const query = { ...filters, limit: limit ?? eventsDefault }
  const listed = await ask(queryErrors, { query }, ({ total }) => `${total} error events`)
  return [{ evidenceId: listed.evidenceId, about: 'events', shown: listed.value }]
})
