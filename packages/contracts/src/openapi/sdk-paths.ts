import { limits } from '../limits.js'
import { rateLimitHeaders } from './components.js'
import type { JsonSchema } from './schema-references.js'

/**
 * The paths that error-reporting SDKs send to. They are no JSON routes: bodies are frames or base64, the key is the
 * DSN's, and errors have the form that SDKs know. So they are described by hand.
 */
export const sdkTag = { name: 'Error-reporting SDKs', description: 'Called by SDKs that are configured with a DSN' }

const projectNumber = {
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
}
