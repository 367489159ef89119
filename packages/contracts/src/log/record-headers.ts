import { Type, type Static, type TSchema } from 'typebox'
import { Closed, OneOf } from '../schema.js'
import { createValidator } from '../validate.js'

/**
 * Headers of log records. The log stores flat text headers; each topic has a schema here, and its JSON is in the single
 * header `meta`. The header contains everything the pipeline needs in addition to the body, so that processing a record
 * again at any later time yields the same rows: receive time and project come from the record, never from the time of
 * processing.
 */

export const contentEncodings = ['identity', 'gzip', 'deflate', 'br', 'zstd'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

/** Why a received item is not stored. The values of `reason` are in `ledger.ts`. */
const Omission = Closed({
  /** Index of the item in the request, from 0. */
  index: Type.Integer({ minimum: 0 }),
  kind: Type.String({ maxLength: 64 }),
  outcome: OneOf(['dropped', 'rate_limited']),
  reason: Type.String({ maxLength: 64 }),
  quantity: Type.Integer({ minimum: 1 }),
})
/** An item of an accepted request that the consumer must skip and count. */
export type Omission = Static<typeof Omission>

/** The telemetry project as of the request. */
const RecordProject = Closed({
  id: Type.String({ maxLength: 64 }),
  /** Number in the DSN. */
  number: Type.Integer({ minimum: 1 }),
  /** Service name for spans that do not have one. */
  name: Type.String({ maxLength: 200 }),
  /** Version of the project's settings that applies to the record; absent for the defaults. */
  settingsVersion: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type RecordProject = Static<typeof RecordProject>

/** Marks a record that is read again because one of its items became a dead letter; only that item is processed. */
const RecordReplay = Closed({
  /** Id of the dead letter. */
  letter: Type.String({ maxLength: 64 }),
  /** Index of the item in its request; null for the entire record. */
  itemIndex: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** The record's original position in the log: ids derived from the position stay the same. */
  source: Closed({
    topic: Type.String({ maxLength: 64 }),
    partition: Type.Integer({ minimum: 0 }),
    offset: Type.Integer({ minimum: 0 }),
  }),
})
export type RecordReplay = Static<typeof RecordReplay>

export const EnvelopeMeta = Closed({
  organizationId: Type.String({ maxLength: 64 }),
  project: RecordProject,
  /** Unix milliseconds. */
  receivedAt: Type.Integer({ minimum: 0 }),
  encoding: OneOf(contentEncodings),
  /** `envelope`: the protocol's framing. `store`: a single bare event payload (JSON, or base64 of zlib of JSON). */
  form: OneOf(['envelope', 'store']),
  /** The id in the response, 32 lower-case hex digits; absent if the envelope had none. */
  eventId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  /** Address of the sender, for `{{auto}}`. */
  clientIp: Type.Optional(Type.String({ maxLength: 64 })),
  userAgent: Type.Optional(Type.String({ maxLength: 1_000 })),
  /** `sentry_client` from the authentication: names the SDK if the payload does not. */
  sentryClient: Type.Optional(Type.String({ maxLength: 200 })),
  omitted: Type.Array(Omission),
  replay: Type.Optional(RecordReplay),
})
export type EnvelopeMeta = Static<typeof EnvelopeMeta>

/** Metrics and spans posted as JSON with an API key; such telemetry belongs to an organization, not to a project. */
export const BatchMeta = Closed({
  organizationId: Type.String({ maxLength: 64 }),
  receivedAt: Type.Integer({ minimum: 0 }),
  encoding: OneOf(contentEncodings),
  omitted: Type.Array(Omission),
  replay: Type.Optional(RecordReplay),
})
export type BatchMeta = Static<typeof BatchMeta>

/**
 * Content of a record of topic `otlp`: an OTLP signal, or a Prometheus remote write request of version 1 or 2,
 * compressed with snappy.
 */
export const otlpSignals = ['traces', 'metrics', 'logs', 'remote_write', 'remote_write_2'] as const
export type OtlpSignal = (typeof otlpSignals)[number]

/** An OTLP request. */
export const OtlpMeta = Closed({
  organizationId: Type.String({ maxLength: 64 }),
  /** Absent for telemetry sent with an API key: it belongs to no project. */
  project: Type.Optional(RecordProject),
  receivedAt: Type.Integer({ minimum: 0 }),
  encoding: OneOf(contentEncodings),
  signal: OneOf(otlpSignals),
  format: OneOf(['protobuf', 'json']),
  clientIp: Type.Optional(Type.String({ maxLength: 64 })),
  userAgent: Type.Optional(Type.String({ maxLength: 1_000 })),
  replay: Type.Optional(RecordReplay),
})
export type OtlpMeta = Static<typeof OtlpMeta>

/** Counts of items that were refused with their entire request; the value is JSON, an array of `RefusedCount`. */
export const OutcomesMeta = Closed({ writtenAt: Type.Integer({ minimum: 0 }) })
export type OutcomesMeta = Static<typeof OutcomesMeta>

/** An item that the pipeline could not convert to rows; the value is the record's original value. */
export const DeadLetterMeta = Closed({
  topic: Type.String({ maxLength: 64 }),
  partition: Type.Integer({ minimum: 0 }),
  offset: Type.Integer({ minimum: 0 }),
  /** Index of the item in its request; null if the entire record was unreadable. */
  itemIndex: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  reason: Type.String({ maxLength: 64 }),
  /** The error, for people. */
  detail: Type.String({ maxLength: 1_000 }),
  /** The original `meta` header of the record. */
  meta: Type.String(),
})
export type DeadLetterMeta = Static<typeof DeadLetterMeta>

/**
 * Appended to the topic of dead letters after a letter: `begun` before its record is appended again, `done` afterwards,
 * `failed` if the log certainly did not accept it. The last mark counts.
 */
export const ReplayMark = Closed({
  /** Id of the dead letter. */
  letter: Type.String({ maxLength: 64 }),
  state: OneOf(['begun', 'done', 'failed']),
})
export type ReplayMark = Static<typeof ReplayMark>

export interface MetaCodec<T> {
  encode(meta: T): Record<string, string>
  /** @throws Error if the headers have no valid `meta`: the record was not written by this system. */
  decode(headers: Readonly<Record<string, string>>): T
}

function createMetaCodec<S extends TSchema>(schema: S, header = 'meta'): MetaCodec<Static<S>> {
  const validate = createValidator(schema)
  return {
    encode: (meta) => ({ [header]: JSON.stringify(meta) }),
    decode: (headers) => {
      const result = validate(JSON.parse(headers[header] ?? 'null'))
      if (result.ok) return result.value
      const [fault] = result.faults
      throw new Error(`record headers are invalid: ${fault?.pointer ?? ''} ${fault?.detail ?? ''}`)
    },
  }
}

export const envelopeMetaCodec = createMetaCodec(EnvelopeMeta)
export const batchMetaCodec = createMetaCodec(BatchMeta)
export const otlpMetaCodec = createMetaCodec(OtlpMeta)
export const outcomesMetaCodec = createMetaCodec(OutcomesMeta)
export const deadLetterMetaCodec = createMetaCodec(DeadLetterMeta)
export const replayMarkCodec = createMetaCodec(ReplayMark, 'replay')
