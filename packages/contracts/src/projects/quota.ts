import { Type, type Static } from 'typebox'
import { Closed, OneOf } from '../schema.js'

/** Data categories that SDKs can be told to hold back, as defined by the protocol. */
export const dataCategories = [
  'default',
  'error',
  'transaction',
  'span',
  'security',
  'attachment',
  'attachment_item',
  'session',
  'profile',
  'profile_chunk',
  'profile_chunk_ui',
  'replay',
  'monitor',
  'feedback',
  'metric_bucket',
  'log_item',
  'log_byte',
  'trace_metric',
  'trace_metric_byte',
] as const
export type DataCategory = (typeof dataCategories)[number]

/** The accepted amount of some categories. Beyond it, items are dropped and counted, and SDKs are told to wait. */
export const Quota = Closed({
  categories: Type.Array(OneOf(dataCategories), {
    uniqueItems: true,
    maxItems: dataCategories.length,
    description: 'Categories that share the quota; empty for all',
  }),
  limit: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000_000,
    description: 'Items, or bytes for categories counted in bytes, per window; 0 accepts nothing',
  }),
  window_seconds: Type.Integer({ minimum: 1, maximum: 2_678_400, description: 'Length of the window in seconds' }),
  reason_code: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9_]{1,64}$',
      description: 'Reason sent to SDKs: 1 to 64 of a-z, 0-9 and `_`; default `quota_exceeded`',
    }),
  ),
})
export type Quota = Static<typeof Quota>
