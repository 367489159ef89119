import { Type, type Static } from 'typebox'
import { Closed, OneOf } from '../schema.js'

/**
 * The ledger counts what became of every item that arrived, per organization, project, kind, outcome, reason and
 * minute: received = stored + dropped + rate_limited + dead_lettered + in flight.
 */
export const outcomes = ['stored', 'dropped', 'rate_limited', 'dead_lettered'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * What an item is called in the ledger: a stored kind (`error`, `span`, `metric`), the item type of an envelope that
 * is known but not stored yet, or `unknown`. A transaction with n spans counts as n + 1 of kind `span`; a sample with
 * n metric names as n of kind `metric`.
 */
export const countedItemTypes = [
  'attachment',
  'check_in',
  'client_report',
  'feedback',
  'form_data',
  'log',
  'metric_buckets',
  'nel',
  'profile',
  'profile_chunk',
  'raw_security',
  'replay_event',
  'replay_recording',
  'replay_video',
  'security',
  'session',
  'sessions',
  'statsd',
  'trace_metric',
  'unreal_report',
  'user_report',
] as const
export type LedgerKind = 'error' | 'span' | 'metric' | (typeof countedItemTypes)[number] | 'unknown'

/** Reasons, one spelling each. `stored` has the empty reason. */
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
  'invalid_envelope',
  'invalid_item_count',
  'timestamp_too_old',
  'timestamp_in_future',
  'too_large',
  'key_rate_limit',
  'log_full',
  'unreadable_record',
  'pipeline_error',
] as const
export type OutcomeReason = (typeof outcomeReasons)[number]

/** Items of one minute that were refused before they reached the log: the value of a record of topic `outcomes`. */
export const RefusedCount = Closed({
  organizationId: Type.String({ maxLength: 64 }),
  /** Empty for telemetry that belongs to no project. */
  projectId: Type.String({ maxLength: 64 }),
  kind: Type.String({ maxLength: 64 }),
  outcome: OneOf(['dropped', 'rate_limited']),
  reason: Type.String({ maxLength: 64 }),
  /** Unix milliseconds of the start of the minute. */
  minute: Type.Integer({ minimum: 0 }),
  quantity: Type.Integer({ minimum: 1 }),
})
export type RefusedCount = Static<typeof RefusedCount>
