import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Open } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { SentryOrganizationParameters } from '../sentry-api/parameters.js'

/**
 * The upload protocol of Sentry's clients for source maps: query the options, find missing chunks, send them, and
 * request assembly.
 */
const upload = {
  tag: 'Source maps',
  scope: 'changes:write',
  params: SentryOrganizationParameters,
  query: Open({}),
} as const

const Sha1 = Type.String({ pattern: '^[0-9a-f]{40}$', description: 'SHA-1 as lower-case hex digits' })

export const readChunkUpload = defineRoute({
  ...upload,
  id: 'readChunkUpload',
  method: 'get',
  path: '/api/0/organizations/{organization}/chunk-upload/',
  rateLimit: 'query',
  summary: 'Upload options, as requested by sentry-cli and the bundler plugins',
  status: 200,
  response: Closed({
    url: Type.String(),
    chunkSize: Type.Integer({ description: 'Chunk size in bytes' }),
    chunksPerRequest: Type.Integer(),
    maxFileSize: Type.Integer({ description: 'Maximum size of an upload in bytes' }),
    maxRequestSize: Type.Integer({ description: 'Bytes' }),
    concurrency: Type.Integer({ description: 'Maximum number of concurrent requests' }),
    hashAlgorithm: Type.String(),
    compression: Type.Array(Type.String()),
    accept: Type.Array(Type.String()),
  }),
})

export const uploadChunks = defineRoute({
  ...upload,
  id: 'uploadChunks',
  method: 'post',
  path: '/api/0/organizations/{organization}/chunk-upload/',
  rateLimit: 'query',
  summary: 'Store upload chunks',
  description:
    "One part named `file_gzip` or `file` per chunk. The part's file name is the SHA-1 of the uncompressed " + 'chunk.',
  takesForm: true,
  status: 200,
  conflict: "The organization's storage for artifacts is full",
  response: Closed({}),
})

export const assembleArtifacts = defineRoute({
  ...upload,
  id: 'assembleArtifacts',
  method: 'post',
  path: '/api/0/organizations/{organization}/artifactbundle/assemble/',
  rateLimit: 'query',
  summary: 'Assemble an artifact bundle, or report missing chunks',
  description: 'Idempotent. Associates the bundle with the projects, release and dist in the request.',
  body: Open({
    checksum: Sha1,
    chunks: Type.Array(Sha1, {
      minItems: 1,
      maxItems: Math.ceil(limits.artifacts.bundleBytesMax / limits.artifacts.chunkBytesMax),
    }),
    projects: Type.Array(Type.Union([Type.String({ minLength: 1, maxLength: 250 }), Type.Integer()]), {
      minItems: 1,
      maxItems: 100,
    }),
    version: Type.Optional(NullableOf(Type.String({ maxLength: limits.event.releaseLengthMax }))),
    dist: Type.Optional(NullableOf(Type.String({ maxLength: limits.event.distLengthMax }))),
  }),
  status: 200,
  conflict: "The organization's storage for artifacts is full",
  response: Closed({
    state: OneOf(['not_found', 'assembling', 'ok', 'error']),
    missingChunks: Type.Array(Type.String()),
    detail: NullableOf(Type.String()),
  }),
})
export type AssembleArtifactsBody = Static<NonNullable<typeof assembleArtifacts.body>>
