import { Type, type Static, type TSchema } from 'typebox'
import { Closed, OneOf } from '../schema.js'
import { createValidator } from '../validate.js'

/**
 * Headers of log records. The log carries flat text headers; each topic has a schema here, and the one header `meta`
 * holds its JSON. Everything the pipeline needs besides the body is in here, so that processing a record again, at any
 * later time, gives the same rows: receive time and project come from the record, never from the time of processing.
 */

export const contentEncodings = ['identity', 'gzip', 'deflate', 'br', 'zstd'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

/** Why an item that arrived is not stored, or what happened to it. The `reason` words are in `ledger.ts`. */
const Omission = Closed({
  /** Position of the item in the request, from 0. */
  index: Type.Integer({ minimum: 0 }),
  kind: Type.String({ maxLength: 64 }),
  outcome: OneOf(['dropped', 'rate_limited']),
  reason: Type.String({ maxLength: 64 }),
  quantity: Type.Integer({ minimum: 1 }),
})
/** An item of an accepted request that the consumer leaves out and counts. */
export type Omission = Static<typeof Omission>

/** The telemetry project as it was when the request came. */
const RecordProject = Closed({
  id: Type.String({ maxLength: 64 }),
  /** Number in the DSN. */
  number: Type.Integer({ minimum: 1 }),
  /** Names the service of spans that do not say theirs. */
  name: Type.String({ maxLength: 200 }),
  /** Version of the project's settings that apply to the record; absent for the defaults. */
  settingsVersion: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type RecordProject = Static<typeof RecordProject>

/** That a record is read once more because an item of it became a dead letter; nothing else of it is processed. */
const RecordReplay = Closed({
  /** Id of the dead letter. */
  letter: Type.String({ maxLength: 64 }),
  /** Position of the item in its request, null for the record as a whole. */
  itemIndex: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** Where the record was first: ids that are made of its place in the log stay as they were. */
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
  /** `envelope`: the frame of the protocol. `store`: one bare event payload (JSON, or base64 of zlib of JSON). */
  form: OneOf(['envelope', 'store']),
  /** The id that was answered, 32 lower-case hex digits; absent when the envelope had none. */
  eventId: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
  /** Address of the sender, for `{{auto}}`. */
  clientIp: Type.Optional(Type.String({ maxLength: 64 })),
  userAgent: Type.Optional(Type.String({ maxLength: 1_000 })),
  /** `sentry_client` of the authentication: names the SDK when the payload does not. */
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
 * What a record of topic `otlp` holds: a signal of OTLP, or what a Prometheus server writes in version 1 or 2, compressed
 * with snappy.
 */
export const otlpSignals = ['traces', 'metrics', 'logs', 'remote_write', 'remote_write_2'] as const
export type OtlpSignal = (typeof otlpSignals)[number]

/** A request of OTLP. */
export const OtlpMeta = Closed({
  organizationId: Type.String({ maxLength: 64 }),
  /** Absent for telemetry that came with an API key: it belongs to no project. */
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

/** Counts of items that were refused with their whole request; the value is JSON, an array of `RefusedCount`. */
export const OutcomesMeta = Closed({ writtenAt: Type.Integer({ minimum: 0 }) })
export type OutcomesMeta = Static<typeof OutcomesMeta>

/** One item that the pipeline could not turn into rows; the value is the record's value as it came. */
export const DeadLetterMeta = Closed({
  topic: Type.String({ maxLength: 64 }),
  partition: Type.Integer({ minimum: 0 }),
  offset: Type.Integer({ minimum: 0 }),
  /** Position of the item in its request, null when the record as a whole could not be read. */
  itemIndex: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  reason: Type.String({ maxLength: 64 }),
  /** What went wrong, for people. */
  detail: Type.String({ maxLength: 1_000 }),
  /** The `meta` header of the record, as it was. */
  meta: Type.String(),
})
export type DeadLetterMeta = Static<typeof DeadLetterMeta>

/**
 * Kept in the topic of dead letters behind a letter: `begun` before its record is appended once more, `done` after it,
 * `failed` when the log has surely not taken it. The last one counts.
 */
export const ReplayMark = Closed({
  /** Id of the dead letter. */
  letter: Type.String({ maxLength: 64 }),
  state: OneOf(['begun', 'done', 'failed']),
})
export type ReplayMark = Static<typeof ReplayMark>

export interface MetaCodec<T> {
  encode(meta: T): Record<string, string>
  /** @throws Error when the headers do not hold a valid `meta`: the record was not written by this system. */
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
