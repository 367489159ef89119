import { Type, type Static } from 'typebox'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** What an installation tells people of by itself, because telemetry is refused, late or lost, or nobody hears of it. */
export const warningKinds = [
  /** The event log is full: what is sent is answered 503 until the consumer has caught up. */
  'log_full',
  /** Telemetry of a project is refused: too large, from a domain that may not, or for a project that is turned off. */
  'requests_refused',
  /** Keys of a project, or an API key, are over their requests a minute. */
  'key_rate_limited',
  /** Items could not be turned into rows. */
  'dead_letters',
  /** What is sent is stored minutes late. */
  'consumer_behind',
  /** Notices do not reach a channel. */
  'channel_failing',
] as const
export type WarningKind = (typeof warningKinds)[number]

export const Warning = Closed({
  kind: OneOf(warningKinds),
  subject: Type.String({
    description:
      'What it is about: a topic of the event log, the reason of a refusal, a channel; empty for the installation',
  }),
  project_id: NullableOf(Type.String({ description: 'Null when it is about no project, or about all' })),
  detail: Type.String({ description: 'What happens, and what helps: for people' }),
  count: Type.Integer({ description: 'How often it happened since it began' }),
  since: { ...Timestamp, description: 'When it began' },
  last_at: { ...Timestamp, description: 'When it happened last' },
})
export type Warning = Static<typeof Warning>

export const readSystem = defineRoute({
  id: 'readSystem',
  tag: 'Installation',
  method: 'get',
  path: '/api/v1/system/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'What is wrong with the installation, and its version',
  description:
    'Warnings of the organization and of the installation as a whole, the newest first. One goes when it has not happened' +
    ' for a while; of separate processes each tells its own, every ten seconds.',
  status: 200,
  response: Closed({
    version: Type.String(),
    warnings: Type.Array(Warning),
  }),
})
