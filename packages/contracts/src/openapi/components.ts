import type { TSchema } from 'typebox'
import { BatchAccepted } from '../api/ingestion/ingestion.js'
import { MaintenanceWindow } from '../api/alerts/alert-maintenance.js'
import { AlertRuleRequest } from '../api/alerts/alert-rule-kinds.js'
import { AlertRule } from '../api/alerts/alert-rules.js'
import { Alert } from '../api/alerts/alerts.js'
import { AuditEntry } from '../api/identity/audit-log.js'
import { Invitation, Member } from '../api/identity/members.js'
import { ApiKey, Organization } from '../api/identity/organization.js'
import { Problem } from '../api/http/problem.js'
import { AppMetric, AppMetricPoint, AppMetricSample } from '../api/queries/app-metrics.js'
import { EventAttachment } from '../api/queries/event-attachment.js'
import { Feedback } from '../api/queries/feedback.js'
import { LogEntry } from '../api/queries/logs.js'
import { TraceError } from '../api/queries/trace-detail.js'
import { BrowserSession } from '../api/identity/sign-in-fields.js'
import { TelemetryProject } from '../api/projects/telemetry-projects.js'
import { ErrorEvent, ErrorsResponse, EventUser } from '../telemetry/error.js'
import { MetricItem, MetricSample } from '../telemetry/metric.js'
import { RootSpan, SpanItem, TraceSummary } from '../telemetry/span.js'

/** Schemas that the document lists by name. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  Alert,
  AlertRule,
  AlertRuleRequest,
  ApiKey,
  AppMetric,
  AppMetricPoint,
  AppMetricSample,
  AuditEntry,
  BatchAccepted,
  BrowserSession,
  ErrorEvent,
  ErrorsResponse,
  EventAttachment,
  EventUser,
  Feedback,
  Invitation,
  LogEntry,
  MaintenanceWindow,
  Member,
  MetricItem,
  MetricSample,
  Organization,
  Problem,
  RootSpan,
  SpanItem,
  TelemetryProject,
  TraceError,
  TraceSummary,
}

const integer = { type: 'integer' }

const headers = {
  RateLimitLimit: { description: 'Requests allowed per minute', schema: integer },
  RateLimitRemaining: { description: 'Requests left in the current minute', schema: integer },
  RateLimitReset: { description: 'When the current minute ends, in Unix seconds', schema: integer },
  RetryAfter: { description: 'Seconds to wait before retrying', schema: integer },
  WwwAuthenticate: { description: 'The scheme: `Bearer`', schema: { type: 'string' } },
  SentryRateLimits: {
    description:
      '`<seconds>:<categories>:<scope>:<reason>`, comma-separated: which categories the SDK must not send, and ' +
      'for how long',
    schema: { type: 'string' },
  },
}

/** Headers of every response of a rate-limited route. */
export const rateLimitHeaders = {
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'X-RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
}
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** An error response with problem details. */
export function problem(description: string, further: Record<string, unknown> = {}) {
  return { description, headers: { ...rateLimitHeaders, ...further }, content: problemContent }
}

/** Error responses that routes share, by component name. */
const problemResponses = {
  BadRequest: problem('A parameter or the body is invalid; `errors` lists each fault and what is expected'),
  Unauthenticated: {
    description: 'The API key or session is missing, unknown, revoked or expired',
    headers: { 'WWW-Authenticate': { $ref: '#/components/headers/WwwAuthenticate' } },
    content: problemContent,
  },
  Forbidden: problem('The caller lacks the required scope, or a page of another site sent the request'),
  NotFound: problem("No such object in the caller's organization"),
  BodyTooLarge: problem('The request body is too large'),
  UnsupportedMediaType: problem('Unsupported media type or content encoding'),
  RateLimited: problem('The caller has exceeded its rate limit', retryAfter),
  Unavailable: problem('Part of the system is down, full or overloaded; nothing was stored', retryAfter),
}

export type ProblemResponse = keyof typeof problemResponses

export function problemReference(name: ProblemResponse) {
  return { $ref: `#/components/responses/${name}` }
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: '`Authorization: Bearer <API key>`; the scheme `Token` is also accepted.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'signalbox_session',
    description: 'Set when signing in; named `__Host-signalbox_session` if the installation is served over HTTPS.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'CSRF token of the session; required with its cookie for every request other than GET.',
  },
  dsnHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Sentry-Auth',
    description: '`Sentry sentry_version=7, sentry_key=<public key of the DSN>, sentry_client=<name/version>`',
  },
  dsnQuery: { type: 'apiKey', in: 'query', name: 'sentry_key', description: 'Public key of the DSN' },
}

/** `components` of the document, except its schemas. */
export const staticComponents = { headers, responses: problemResponses, securitySchemes }
