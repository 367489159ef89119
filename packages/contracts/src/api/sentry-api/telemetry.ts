import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Open, Timestamp } from '../../schema.js'
import { LinkedPageOf } from '../http/linked-page.js'
import { defineRoute } from '../http/route.js'
import { SentryOrganizationParameters } from './parameters.js'

/** An organization's telemetry in the format of Sentry's clients. */
const common = {
  tag: 'sentry-cli',
  rateLimit: 'query',
  method: 'get',
  params: SentryOrganizationParameters,
  status: 200,
} as const

const ProjectNumbers = Type.Optional(
  Type.Array(Type.String({ maxLength: 64, description: 'Project number; -1 for all' }), { maxItems: 1 }),
)
const Period = Type.Optional(
  Type.String({
    pattern: '^\\d{1,4}[smhdw]$',
    description: 'How far back: seconds, minutes, hours, days or weeks',
  }),
)

export const SentryMonitor = Closed({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  status: Type.String(),
})

export const listSentryMonitors = defineRoute({
  ...common,
  id: 'listSentryMonitors',
  path: '/api/0/organizations/{organization}/monitors/',
  scope: 'telemetry:read',
  summary: "Scheduled jobs that have ever checked in, in the format of Sentry's clients",
  query: Open({
    cursor: Type.String({ pattern: '^(?:0:\\d{1,6}:0)?$', default: '', description: 'Cursor from the `Link` header' }),
  }),
  response: LinkedPageOf(SentryMonitor),
})
export type SentryMonitor = Static<typeof SentryMonitor>

export const SentryLog = Closed({
  'sentry.item_id': Type.String({ description: 'Derived from the entry: the same each time it is read' }),
  timestamp: Timestamp,
  timestamp_precise: Type.Integer({ description: 'Unix nanoseconds, with millisecond precision' }),
  trace: Type.String(),
  severity: Type.String(),
  message: Type.String(),
})
export type SentryLog = Static<typeof SentryLog>

export const listSentryLogs = defineRoute({
  ...common,
  id: 'listSentryLogs',
  path: '/api/0/organizations/{organization}/events/',
  scope: 'telemetry:read',
  summary: "Log entries in the format of Sentry's clients, newest first",
  description:
    'Supports only the data set `logs`. The search supports `project`, `level`, `severity`, `trace`, ' +
    '`release`, `environment` and `service`; other words match the log text.',
  query: Open({
    dataset: Type.String({ maxLength: 64, default: '', description: '`logs`' }),
    query: Type.String({ maxLength: limits.search.lengthMax, default: '' }),
    project: ProjectNumbers,
    per_page: Type.Integer({ minimum: 1, maximum: limits.query.listLimitMax, default: 100 }),
    statsPeriod: Period,
  }),
  response: Closed({
    data: Type.Array(SentryLog),
    meta: Closed({ fields: Closed({}) }),
  }),
})
