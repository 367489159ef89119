import type { DataCategory, Quota } from '@signalbox/contracts'

/** Category names, in display order. */
export const categoryWords: Readonly<Record<DataCategory, string>> = {
  error: 'Errors',
  transaction: 'Transactions',
  span: 'Spans',
  log_item: 'Log lines',
  log_byte: 'Logs, in bytes',
  metric_bucket: 'Metric buckets',
  trace_metric: 'Application metrics',
  trace_metric_byte: 'Application metrics, in bytes',
  session: 'Sessions',
  attachment: 'Attachments, in bytes',
  attachment_item: 'Attachments',
  monitor: 'Check-ins',
  feedback: 'Feedback',
  security: 'Security reports',
  profile: 'Profiles',
  profile_chunk: 'Profile chunks',
  profile_chunk_ui: 'UI profile chunks',
  replay: 'Replays',
  default: 'Everything else',
}

/** Available windows in seconds. */
export const windows = [
  { seconds: 60, text: 'minute' },
  { seconds: 3_600, text: 'hour' },
  { seconds: 86_400, text: 'day' },
  { seconds: 2_592_000, text: 'month of 30 days' },
] as const

/** All categories, for select lists. */
export function listCategories(): { value: DataCategory; text: string }[] {
  return Object.entries(categoryWords).flatMap(([value, text]) => (isCategory(value) ? [{ value, text }] : []))
}

export function isCategory(value: string): value is DataCategory {
  return Object.hasOwn(categoryWords, value)
}

/** `10,000 each hour: Errors, Spans`; categories counted in bytes say so. */
export function describeQuota({ categories, limit, window_seconds: seconds }: Quota): string {
  const window = windows.find((each) => each.seconds === seconds)?.text ?? `${seconds} s`
  const what = categories.length === 0 ? 'everything' : categories.map((each) => categoryWords[each]).join(', ')
  return `${limit.toLocaleString('en')} per ${window}: ${what}`
}
