import { Type, type Static } from 'typebox'
import { Closed, MapOf, NullableOf, OneOf, Timestamp } from '../schema.js'

/**
 * Severity of an event. Queries filter by the three documented levels, where `error` includes fatal, and `info`
 * includes debug.
 */
export const eventLevels = ['debug', 'info', 'warning', 'error', 'fatal'] as const
export type EventLevel = (typeof eventLevels)[number]

/** The user of an event, as far as the SDK was configured to report them. */
export const EventUser = Closed({
  id: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  ip_address: Type.Optional(Type.String()),
  segment: Type.Optional(Type.String()),
})
export type EventUser = Static<typeof EventUser>

/** An error event as the errors query returns it. */
export const ErrorEvent = Closed({
  event_id: Type.String({ description: '32 lower-case hex digits' }),
  project_id: Type.String(),
  timestamp: Timestamp,
  level: OneOf(eventLevels),
  message: Type.String(),
  exception_type: Type.String({ description: 'Empty for messages' }),
  exception_value: Type.String({ description: 'Empty for messages' }),
  platform: Type.String(),
  sdk_name: Type.String(),
  tags: MapOf(Type.String()),
  stack_trace: Type.String({ description: 'Multi-line text: the main exception first, followed by its causes' }),
  fingerprint: Type.String({ description: 'The same for all events of an issue' }),
  release: Type.String(),
  environment: Type.String(),
  trace_id: Type.String({ description: 'Empty if the event belongs to no trace' }),
  user: NullableOf(EventUser),
  handled: NullableOf(
    Type.Boolean({ description: 'Whether the application caught the exception; null if the SDK does not report it' }),
  ),
  times_seen: Type.Optional(
    Type.Integer({ description: 'Number of occurrences the event represents: above 1 for flood samples' }),
  ),
  issue_id: Type.Optional(NullableOf(Type.String({ description: 'Issue it belongs to; null until assigned' }))),
})
export type ErrorEvent = Static<typeof ErrorEvent>

/** A page of error events. */
export const ErrorsResponse = Closed({
  events: Type.Array(ErrorEvent),
  total: Type.Integer({
    description: 'Total number of matching events, including events represented by flood samples (`times_seen`)',
  }),
  has_more: Type.Boolean(),
})
