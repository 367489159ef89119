import { allOf, type Filter } from '../selection/filter.js'
import { ofOrganization } from '../selection/telemetry-scope.js'

/** Identifies an event of an organization. */
export interface EventName {
  projectId: string
  /** 32 lower-case hex digits. */
  eventId: string
}

/** Key of an event in maps. */
export function eventKey({ projectId, eventId }: EventName): string {
  return `${projectId}:${eventId}`
}

/** Rows of the events; may include others whose project and id are each in the list, which `eventKey` tells apart. */
export function ofEvents(organizationId: string, events: readonly EventName[]): Filter {
  return allOf(ofOrganization(organizationId), {
    sql: 'project_id IN {projectIds:Array(String)} AND event_id IN {eventIds:Array(String)}',
    parameters: {
      projectIds: [...new Set(events.map(({ projectId }) => projectId))],
      eventIds: [...new Set(events.map(({ eventId }) => eventId))],
    },
  })
}
