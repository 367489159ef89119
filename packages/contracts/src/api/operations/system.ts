import { Type, type Static } from 'typebox'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** What an installation tells people of by itself, because telemetry is refused, late or lost, or nobody hears of it. */
export const warningKinds = [
  /** The event log takes nothing, as its budget is used up or its disk is full: what is sent is answered 503. */
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
  /** The disk of a data directory is nearly full: on a full one nothing is taken in. */
  'disk_low',
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

/** What an installation consists of: all in one process, or each in processes of its own. */
export const processRoles = ['ingest', 'consumer', 'query', 'control-plane', 'agent'] as const
export type ProcessRole = (typeof processRoles)[number]

const Bytes = (description: string) => Type.Integer({ description: `Bytes ${description}` })

/** A process that runs. */
export const RunningProcess = Closed({
  roles: Type.Array(OneOf(processRoles)),
  version: Type.String(),
  started_at: Timestamp,
  reported_at: { ...Timestamp, description: 'When it last said how it is doing' },
  disk: NullableOf(
    Closed(
      { size_bytes: Bytes('that the file system holds'), free_bytes: Bytes('of it that are free for the process') },
      { description: 'File system of its data directory; null when it has none' },
    ),
  ),
})
export type RunningProcess = Static<typeof RunningProcess>

/** How far what is stored is behind what was sent. */
export const PipelineState = Closed({
  topics: Type.Array(
    Closed({
      topic: Type.String({ description: 'Topic of the event log' }),
      records: Type.Integer({ description: 'Requests that wait to be stored' }),
      lag_seconds: Type.Number({
        description:
          'How late what waits is stored; 0 when nothing waits. Of several consumers, as the least late sees it',
      }),
    }),
  ),
  log_bytes: NullableOf(Bytes('that the event log holds; null where Kafka is the log')),
  log_bytes_max: NullableOf(Bytes('beyond which telemetry is refused; null where Kafka is the log')),
})
export type PipelineState = Static<typeof PipelineState>

export const readSystem = defineRoute({
  id: 'readSystem',
  tag: 'Installation',
  method: 'get',
  path: '/api/v1/system/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'What is wrong with the installation, and how its processes are doing',
  description:
    'Warnings of the organization and of the installation as a whole, the newest first. One goes when it has not happened' +
    ' for a while; of separate processes each tells its own, every ten seconds, and one that has not for half a minute is left' +
    ' out. What only Kafka, ClickHouse and their disks know is not in it.',
  status: 200,
  response: Closed({
    version: Type.String(),
    warnings: Type.Array(Warning),
    processes: Type.Array(RunningProcess, { description: 'By their roles; the one that answers is in it' }),
    pipeline: NullableOf({ ...PipelineState, description: 'Null when no consumer has reported' }),
    last_backup_at: NullableOf({
      ...Timestamp,
      description: 'When the organization last downloaded a backup; null when its audit log knows of none',
    }),
  }),
})

/** How the installation was doing in one minute. */
export const SystemSample = Closed({
  at: Timestamp,
  lag_seconds: NullableOf(
    Type.Number({ description: 'How late the latest of the topics was stored; null when no consumer had reported' }),
  ),
  disk_share: NullableOf(
    Type.Number({ description: 'Of the fullest disk of a data directory, what was taken: 0 to 1; null without one' }),
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
  summary: 'How late what was sent was stored, and how full disks were, in the last 24 hours',
  description: 'A sample a minute, as the control plane saw it; none of the time in which it did not run.',
  status: 200,
  response: Closed({ samples: Type.Array(SystemSample, { description: 'Oldest first' }) }),
})
