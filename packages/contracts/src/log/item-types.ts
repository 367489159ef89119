import type { DataCategory } from '../projects/quota.js'
import type { LedgerKind } from './ledger.js'

/** What the item type of an envelope means to the ledger and to limits. */
export interface ItemType {
  /** What the ledger calls it. */
  kind: LedgerKind
  /** Which quotas it draws from; undefined for types that are never limited. */
  category: DataCategory | undefined
  /** Whether the header's `item_count` says how many entries it holds. */
  isContainer?: true
  /** Whether the envelope must have an event id: the server makes one when the SDK sent none. */
  needsEventId?: true
}

/** Every item type that the protocol knows; a type that is not here is skipped and counted as `unknown`. */
export const itemTypes: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ['event', { kind: 'error', category: 'error', needsEventId: true }],
  ['transaction', { kind: 'span', category: 'transaction', needsEventId: true }],
  ['span', { kind: 'span', category: 'span', isContainer: true }],
  ['log', { kind: 'log', category: 'log_item', isContainer: true }],
  ['trace_metric', { kind: 'app_metric', category: 'trace_metric', isContainer: true }],
  ['session', { kind: 'session', category: 'session' }],
  ['sessions', { kind: 'session', category: 'session' }],
  ['check_in', { kind: 'check_in', category: 'monitor' }],
  ['feedback', { kind: 'feedback', category: 'feedback', needsEventId: true }],
  ['user_report', { kind: 'feedback', category: 'feedback', needsEventId: true }],
  ['attachment', { kind: 'attachment', category: 'attachment', needsEventId: true }],
  ['client_report', { kind: 'client_report', category: undefined }],
  ['raw_security', { kind: 'error', category: 'security', needsEventId: true }],
  ['security', { kind: 'error', category: 'security', needsEventId: true }],
  ['form_data', { kind: 'form_data', category: undefined, needsEventId: true }],
  ['metric_buckets', { kind: 'metric_buckets', category: 'metric_bucket' }],
  ['nel', { kind: 'nel', category: 'default' }],
  ['profile', { kind: 'profile', category: 'profile', needsEventId: true }],
  ['profile_chunk', { kind: 'profile_chunk', category: 'profile_chunk' }],
  ['profile_chunk_ui', { kind: 'profile_chunk', category: 'profile_chunk_ui' }],
  ['replay_event', { kind: 'replay_event', category: 'replay', needsEventId: true }],
  ['replay_recording', { kind: 'replay_recording', category: 'replay' }],
  ['replay_video', { kind: 'replay_video', category: 'replay' }],
  ['statsd', { kind: 'statsd', category: undefined }],
  ['unreal_report', { kind: 'unreal_report', category: 'error', needsEventId: true }],
])
