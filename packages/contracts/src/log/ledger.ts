import { Type, type Static } from 'typebox'
import { Closed, OneOf } from '../schema.js'

/** Kinds of stored telemetry. Add a new kind here first; the compiler then lists what is missing. */
export const telemetryKinds = [
  'error',
  'span',
  'metric',
  'log',
  'app_metric',
  'data_point',
  'session',
  'check_in',
  'feedback',
  'attachment',
  'client_report',
] as const
export type TelemetryKind = (typeof telemetryKinds)[number]

/**
 * The ledger counts the outcome of every received item by organization, project, kind, outcome, reason and minute:
 * received = stored + dropped + rate_limited + dead_lettered + in flight.
 */
export const outcomes = ['stored', 'dropped', 'rate_limited', 'dead_lettered'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * Items that SDKs report as dropped before sending are in the ledger too, under a separate outcome: they were never
 * received and are not part of the sum. The kind is the SDK's category, the reason the SDK's own word.
 */
export const clientDiscard = 'client_discarded'

/**
 * The outcome of replaying a dead letter. Its item was counted when it was dead-lettered, so this is not part of the
 * sum either; the reason is the outcome of the replay.
 */
export const replayedLetter = 'replayed'

/**
 * Names of items in the ledger: a stored kind, the type of a known envelope item that is not stored, or `unknown`. A
 * transaction with n spans counts as n + 1 of kind `span`; a sample with n metric names as n of kind `metric`; a
 * container of n entries as n; an OTLP data point as one of kind `data_point`, whatever it is stored as. Session items
 * count as 1 each, aggregated or not.
 */
export const countedItemTypes = [
  'form_data',
  'metric_buckets',
  'nel',
  'profile',
  'profile_chunk',
  'replay_event',
  'replay_recording',
  'replay_video',
  'statsd',
  'unreal_report',
] as const
export type LedgerKind = TelemetryKind | (typeof countedItemTypes)[number] | 'unknown'

/** Reasons, each with a single spelling. `stored` has the empty reason. */
export const outcomeReasons = [
  '',
  /** A known item type that this version does not store. */
  'unsupported_item',
  'unknown_item',
  'invalid_json',
  'invalid_event',
  'invalid_transaction',
  'invalid_span',
  'invalid_metric',
  'invalid_log',
  'invalid_data_point',
  /** A data point that only states that its series has no value. */
  'no_value',
  'invalid_session',
  'invalid_check_in',
  'invalid_feedback',
  'invalid_attachment',
  'invalid_client_report',
  'invalid_security_report',
  'invalid_envelope',
  'invalid_item_count',
  'timestamp_too_old',
  'timestamp_in_future',
  'too_large',
  'key_rate_limit',
  'quota',
  /** Items that belong to an event refused by a quota. */
  'event_rate_limited',
  /** Sent by a page on a domain that the project does not allow. */
  'cors',
  /** Sent to an inactive project. */
  'project_inactive',
  'filtered_browser_extension',
  'filtered_localhost',
  'filtered_legacy_browser',
  'filtered_web_crawler',
  'filtered_release',
  'filtered_error_message',
  'filtered_origin',
  'filtered_ip_address',
  /** Sent before: an event, span, check-in or attachment that is already stored. */
  'duplicate',
  /** Belongs to a discarded issue. */
  'discarded_issue',
  'log_full',
  'unreadable_record',
  'pipeline_error',
] as const
export type OutcomeReason = (typeof outcomeReasons)[number]

/** Why items become dead letters. */
export const deadLetterReasons = ['unreadable_record', 'pipeline_error'] as const satisfies readonly OutcomeReason[]
export type DeadLetterReason = (typeof deadLetterReasons)[number]

/** Items of one minute that were refused before they reached the log: the value of a record of topic `outcomes`. */
export const RefusedCount = Closed({
  organizationId: Type.String({ maxLength: 64 }),
  /** Empty for telemetry without a project. */
  projectId: Type.String({ maxLength: 64 }),
  kind: Type.String({ maxLength: 64 }),
  outcome: OneOf(['dropped', 'rate_limited']),
  reason: Type.String({ maxLength: 64 }),
  /** Start of the minute, Unix milliseconds. */
  minute: Type.Integer({ minimum: 0 }),
  quantity: Type.Integer({ minimum: 1 }),
})
export type RefusedCount = Static<typeof RefusedCount>
