import { limits } from '../limits.js'
import { rateLimitHeaders } from './components.js'
import type { JsonSchema } from './schema-references.js'

/**
 * The paths that error-reporting SDKs send to. They are not JSON routes: bodies are frames or base64, the key is the
 * DSN's, and errors have the form that SDKs know. So they are described by hand.
 */
export const sdkTag = { name: 'Error-reporting SDKs', description: 'Called by SDKs that are configured with a DSN' }

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
    description: 'Everything that is kept is durable now',
    headers: rateLimitHeaders,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            id: {
              type: 'string',
              pattern: '^[0-9a-f]{32}$',
              description: 'Event id; absent when the request has none',
            },
          },
        },
      },
    },
  },
  400: refusal('The frame is malformed, the body cannot be decoded, or the key or project number has the wrong form'),
  401: refusal('No key, or more than one'),
  403: refusal('The key is unknown or disabled, or belongs to another project; or the page may not send by its domain'),
  413: refusal('The envelope or one of its items is too large'),
  415: refusal('The content encoding is none of gzip, deflate, br and zstd'),
  429: refusal(
    'More requests this minute than the key may make, or a quota is used up: what it does not cover is kept',
    {
      ...rateLimitHeaders,
      ...retryAfter,
      ...sentryRateLimits,
    },
  ),
  503: refusal('The event log is full or too busy: nothing was kept, send it again', retryAfter),
}

const common = {
  tags: [sdkTag.name],
  security: [{ dsnHeader: [] }, { dsnQuery: [] }],
  parameters: [projectNumber],
  responses,
}
const { 400: malformed, 401: noKey, 403: foreignKey, 413: tooLarge, 415: otherEncoding, 503: full } = responses
const refusals = { 400: malformed, 401: noKey, 403: foreignKey, 413: tooLarge, 415: otherEncoding, 503: full }
const release = 'Release and environment may be given as `sentry_release` and `sentry_environment` in the query.'
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
        'The key may also be in an `Authorization` header or, when nothing else holds one, be the `dsn` of the envelope ' +
        `header. The body may be compressed; inflated it holds at most ${mebibytes} MiB. The content type is not looked at.`,
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
      summary: 'Send one event, as SDKs from before envelopes do',
      description: 'The body is the JSON of the event, or base64 of it after zlib.',
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    },
  },
  '/api/{project_number}/security/': {
    post: {
      ...common,
      operationId: 'sendSecurityReport',
      summary: 'Send a report of a browser: CSP, Reporting API, Expect-CT, Expect-Staple or HPKP',
      description: `Also at \`/api/{project_number}/csp-report/\`. ${release}`,
      requestBody: { required: true, content: { 'application/csp-report': { schema: {} } } },
    },
  },
  '/api/{project_number}/cron/{monitor_slug}/': {
    post: {
      ...common,
      operationId: 'checkIn',
      summary: 'Say that a scheduled job has started, ended or failed',
      description:
        'The fields may be in the query, as `status`, `check_in_id`, `environment` and `duration`, or in a JSON body. ' +
        'GET does the same. The key may follow as a last segment of the path. Never answers 429.',
      parameters: [projectNumber, monitorSlug],
      requestBody: { required: false, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: { 202: { description: 'The check-in is durable, or counted as over a limit' }, ...refusals },
    },
  },
  '/api/{project_number}/minidump/': {
    post: {
      ...common,
      operationId: 'sendMinidump',
      summary: 'Send the dump of a native crash',
      description:
        'The dump is in `upload_file_minidump`, the event in `sentry`; other files become attachments. The dump is kept ' +
        'and not read.',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    },
  },
  '/api/{project_number}/events/{event_id}/attachments/': {
    post: {
      ...common,
      operationId: 'sendAttachments',
      summary: 'Add files to an event',
      parameters: [projectNumber, eventId],
      responses: { 201: { description: 'The files are durable' }, 429: responses[429], ...refusals },
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object' } } } },
    },
  },
}
