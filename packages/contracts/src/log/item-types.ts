import type { DataCategory } from '../projects/quota.js'
import type { LedgerKind } from './ledger.js'

/** Item types that share limits on size and number. */
export type SizeGroup =
  | 'events'
  | 'attachments'
  | 'sessions'
  | 'client_reports'
  | 'check_ins'
  | 'profiles'
  | 'logs'
  | 'trace_metrics'
  | 'spans'
  | 'replay_recordings'
  | 'replay_videos'
  | 'statsd'
  | 'metric_buckets'

/** How an envelope's item type is treated by the ledger and by limits. */
export interface ItemType {
  /** Its name in the ledger. */
  kind: LedgerKind
  /** The quotas it draws from; undefined for types that are never limited. */
  category: DataCategory | undefined
  /** The group with which it shares limits on size and number; undefined if it has none. */
  sizes: SizeGroup | undefined
  /** True if the header's `item_count` gives the number of entries. */
  isContainer?: true
  /** True if the envelope must have an event id: the server generates one if the SDK sent none. */
  needsEventId?: true
}

/** All item types of the protocol; any other type is skipped and counted as `unknown`. */
export const itemTypes: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ['event', { kind: 'error', category: 'error', sizes: 'events', needsEventId: true }],
  ['transaction', { kind: 'span', category: 'transaction', sizes: 'events', needsEventId: true }],
  ['span', { kind: 'span', category: 'span', sizes: 'spans', isContainer: true }],
  ['log', { kind: 'log', category: 'log_item', sizes: 'logs', isContainer: true }],
  ['trace_metric', { kind: 'app_metric', category: 'trace_metric', sizes: 'trace_metrics', isContainer: true }],
  ['session', { kind: 'session', category: 'session', sizes: 'sessions' }],
  ['sessions', { kind: 'session', category: 'session', sizes: 'sessions' }],
  ['check_in', { kind: 'check_in', category: 'monitor', sizes: 'check_ins' }],
  ['feedback', { kind: 'feedback', category: 'feedback', sizes: 'events', needsEventId: true }],
  ['user_report', { kind: 'feedback', category: 'feedback', sizes: 'attachments', needsEventId: true }],
  ['attachment', { kind: 'attachment', category: 'attachment', sizes: 'attachments', needsEventId: true }],
  ['client_report', { kind: 'client_report', category: undefined, sizes: 'client_reports' }],
  ['raw_security', { kind: 'error', category: 'security', sizes: 'events', needsEventId: true }],
  ['security', { kind: 'error', category: 'security', sizes: 'events', needsEventId: true }],
  ['form_data', { kind: 'form_data', category: undefined, sizes: 'events', needsEventId: true }],
  ['metric_buckets', { kind: 'metric_buckets', category: 'metric_bucket', sizes: 'metric_buckets' }],
  ['nel', { kind: 'nel', category: 'default', sizes: undefined }],
  ['profile', { kind: 'profile', category: 'profile', sizes: 'profiles', needsEventId: true }],
  ['profile_chunk', { kind: 'profile_chunk', category: 'profile_chunk', sizes: 'profiles' }],
  ['profile_chunk_ui', { kind: 'profile_chunk', category: 'profile_chunk_ui', sizes: 'profiles' }],
  ['replay_event', { kind: 'replay_event', category: 'replay', sizes: 'events', needsEventId: true }],
  ['replay_recording', { kind: 'replay_recording', category: 'replay', sizes: 'replay_recordings' }],
  ['replay_video', { kind: 'replay_video', category: 'replay', sizes: 'replay_videos' }],
  ['statsd', { kind: 'statsd', category: undefined, sizes: 'statsd' }],
  ['unreal_report', { kind: 'unreal_report', category: 'error', sizes: 'attachments', needsEventId: true }],
])
