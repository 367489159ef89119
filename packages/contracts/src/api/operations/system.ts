import { Type, type Static } from 'typebox'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** What an installation warns about on its own: telemetry is rejected, late or lost, or notifications fail. */
export const warningKinds = [
  /** The event log rejects writes because its budget is used up or its disk is full: senders get 503. */
  'log_full',
  /** A project's telemetry is rejected: it is too large, comes from a disallowed domain, or the project is inactive. */
  'requests_refused',
  /** A project's keys, or an API key, exceed their request limit per minute. */
  'key_rate_limited',
  /** Items could not be converted to rows. */
  'dead_letters',
  /** Events are grouped without their project's rules, which take too long. */
  'rules_skipped',
  /** Telemetry is stored minutes late. */
  'consumer_behind',
  /** Notices cannot be delivered to a channel. */
  'channel_failing',
  /** The disk of a data directory is nearly full. On a full disk, nothing is accepted. */
  'disk_low',
] as const
export type WarningKind = (typeof warningKinds)[number]

export const Warning = Closed({
  kind: OneOf(warningKinds),
  subject: Type.String({
    description:
      'Subject of the warning: an event log topic, a rejection reason or a channel; empty for the installation ' +
      'as a whole',
  }),
  project_id: NullableOf(Type.String({ description: 'Null if it concerns no project in particular' })),
  detail: Type.String({ description: 'What is happening and what to do about it' }),
  count: Type.Integer({ description: 'Number of occurrences since it started' }),
  since: { ...Timestamp, description: 'First occurrence' },
  last_at: { ...Timestamp, description: 'Last occurrence' },
})
export type Warning = Static<typeof Warning>

/** The roles of an installation: all in one process, or each in separate processes. */
export const processRoles = ['ingest', 'consumer', 'query', 'control-plane', 'agent'] as const
export type ProcessRole = (typeof processRoles)[number]

const Bytes = (description: string) => Type.Integer({ description: `Bytes ${description}` })

/** A running process. */
export const RunningProcess = Closed({
  roles: Type.Array(OneOf(processRoles)),
  version: Type.String(),
  started_at: Timestamp,
  reported_at: { ...Timestamp, description: 'Time of its last status report' },
  disk: NullableOf(
    Closed(
      { size_bytes: Bytes('total on the file system'), free_bytes: Bytes('available to the process') },
      { description: 'File system of its data directory; null if it has none' },
    ),
  ),
})
export type RunningProcess = Static<typeof RunningProcess>

/** How far storage lags behind ingestion. */
export const PipelineState = Closed({
  topics: Type.Array(
    Closed({
      topic: Type.String({ description: 'Event log topic' }),
      records: Type.Integer({ description: 'Requests waiting to be stored' }),
      lag_seconds: Type.Number({
        description:
          'Delay before queued telemetry is stored; 0 if nothing is queued. With several consumers, the smallest ' +
          'delay reported',
      }),
    }),
  ),
  log_bytes: NullableOf(Bytes('stored in the event log; null with Kafka')),
  log_bytes_max: NullableOf(Bytes('beyond which telemetry is rejected; null with Kafka')),
})
export type PipelineState = Static<typeof PipelineState>

export const readSystem = defineRoute({
  id: 'readSystem',
  tag: 'Installation',
  method: 'get',
  path: '/api/v1/system/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'Warnings and the state of all processes',
  description:
    'Warnings of the organization and of the installation as a whole, newest first. A warning disappears ' +
    'when it has not occurred for a while. Separate processes report every ten seconds; a process that has ' +
    'not reported for 30 seconds is omitted. Conditions that only Kafka, ClickHouse and their disks can see ' +
    'are not included.',
  status: 200,
  response: Closed({
    version: Type.String(),
    warnings: Type.Array(Warning),
    processes: Type.Array(RunningProcess, {
      description: 'All processes with their roles, including the one answering this request',
    }),
    pipeline: NullableOf({ ...PipelineState, description: 'Null if no consumer has reported' }),
    last_backup_at: NullableOf({
      ...Timestamp,
      description: 'When the organization last downloaded a backup; null if the audit log contains none',
    }),
  }),
})

/** Health of the installation in one minute. */
export const SystemSample = Closed({
  at: Timestamp,
  lag_seconds: NullableOf(Type.Number({ description: 'Delay of the slowest topic; null if no consumer had reported' })),
  disk_share: NullableOf(
    Type.Number({ description: 'Used fraction of the fullest data directory disk, 0 to 1; null if there is none' }),
  ),
})
export type SystemSample = Static<typeof SystemSample>

export const readSystemHistory = defineRoute({
  id: 'readSystemHistory',
  tag: 'Installation',
  method: 'get',
  path: '/api/v1/system/history/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'Storage delay and disk usage over the last 24 hours',
  description: 'One sample per minute, as seen by the control plane; there are no samples for the time it was down.',
  status: 200,
  response: Closed({ samples: Type.Array(SystemSample, { description: 'Oldest first' }) }),
})
