import { limits } from '../limits.js'
import { rateLimitHeaders } from './components.js'
import type { JsonSchema } from './schema-references.js'

/**
 * The paths that error-reporting SDKs send to. They are not JSON routes: bodies are framed or base64, the key is the
 * DSN's, and errors have the SDKs' format. Therefore they are described by hand.
 */
export const sdkTag = { name: 'Error-reporting SDKs', description: 'Called by SDKs configured with a DSN' }

export const projectNumber = {
  name: 'project_number',
  in: 'path',
  required: true,
  description: 'Number at the end of the DSN',
  schema: { type: 'string', pattern: '^[0-9]+$' },
}

const detailContent = {
  'application/json': {
    schema: {
      type: 'object',
      required: ['detail'],
      properties: { detail: { type: 'string' }, causes: { type: 'array', items: { type: 'string' } } },
    },
  },
}
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const sentryRateLimits = { 'X-Sentry-Rate-Limits': { $ref: '#/components/headers/SentryRateLimits' } }

function refusal(description: string, headers: JsonSchema = {}): JsonSchema {
  return { description, headers, content: detailContent }
}

const responses = {
  200: {
    description: 'Everything that was accepted is stored durably',
    headers: rateLimitHeaders,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            id: {
              type: 'string',
              pattern: '^[0-9a-f]{32}$',
              description: 'Event id; absent if the request has none',
            },
          },
        },
      },
    },
  },
  400: refusal('The envelope is malformed, the body cannot be decoded, or the key or project number is malformed'),
  401: refusal('No key, or more than one'),
  403: refusal("The key is unknown, disabled or belongs to another project; or the page's domain is not allowed"),
  413: refusal('The envelope or one of its items is too large'),
  415: refusal('The content encoding is not gzip, deflate, br or zstd'),
  429: refusal("The key's rate limit or a quota is exhausted; items the quota does not cover were stored", {
    ...rateLimitHeaders,
    ...retryAfter,
    ...sentryRateLimits,
  }),
  503: refusal('The event log is full or overloaded: nothing was stored, retry later', retryAfter),
}

const common = {
  tags: [sdkTag.name],
  security: [{ dsnHeader: [] }, { dsnQuery: [] }],
  parameters: [projectNumber],
  responses,
}
const { 400: malformed, 401: noKey, 403: foreignKey, 413: tooLarge, 415: otherEncoding, 503: full } = responses
const refusals = { 400: malformed, 401: noKey, 403: foreignKey, 413: tooLarge, 415: otherEncoding, 503: full }
const release =
  'Release and environment can be passed as `sentry_release` and `sentry_environment` in the query string.'
const monitorSlug = { name: 'monitor_slug', in: 'path', required: true, schema: { type: 'string' } }
const eventId = { name: 'event_id', in: 'path', required: true, schema: { type: 'string' } }
const mebibytes = limits.body.envelopeBytesMax / 1024 / 1024

export const sdkPaths = {
  '/api/{project_number}/envelope/': {
    post: {
      ...common,
      operationId: 'sendEnvelope',
      summary: 'Send an envelope',
      description:
        'The key can also be passed in an `Authorization` header or, if it appears nowhere else, as the `dsn` of ' +
        `the envelope header. The body may be compressed; at most ${mebibytes} MiB uncompressed. The content ` +
        'type is ignored.',
      requestBody: {
        required: true,
        content: { 'application/x-sentry-envelope': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  },
  '/api/{project_number}/store/': {
    post: {
      ...common,
      operationId: 'storeEvent',
      summary: 'Send a single event, as SDKs did before envelopes',
      description: 'The body is the event as JSON, or as zlib-compressed base64.',
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    },
  },
  '/api/{project_number}/security/': {
    post: {
      ...common,
      operationId: 'sendSecurityReport',
      summary: 'Send a browser report: CSP, Reporting API, Expect-CT, Expect-Staple or HPKP',
      description: `Also at \`/api/{project_number}/csp-report/\`. ${release}`,
      requestBody: { required: true, content: { 'application/csp-report': { schema: {} } } },
    },
  },
  '/api/{project_number}/cron/{monitor_slug}/': {
    post: {
      ...common,
      operationId: 'checkIn',
      summary: 'Report that a scheduled job has started, finished or failed',
      description:
        'Pass the fields in the query string, as `status`, `check_in_id`, `environment` and `duration`, or in a ' +
        'JSON body. GET does the same. The key may be the last path segment. Never returns 429.',
      parameters: [projectNumber, monitorSlug],
      requestBody: { required: false, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 202: { description: 'The check-in is stored, or counted as over a limit' }, ...refusals },
    },
  },
  '/api/{project_number}/minidump/': {
    post: {
      ...common,
      operationId: 'sendMinidump',
      summary: 'Send a native crash dump',
      description:
        'The dump is in `upload_file_minidump`, the event in `sentry`; other files become attachments. The dump ' +
        'is stored but not parsed.',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    },
  },
  '/api/{project_number}/events/{event_id}/attachments/': {
    post: {
      ...common,
      operationId: 'sendAttachments',
      summary: 'Add files to an event',
      parameters: [projectNumber, eventId],
      responses: { 201: { description: 'The files are stored durably' }, 429: responses[429], ...refusals },
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    },
  },
}
