import type { Times } from '../../parts/time/format-time.js'

/** Length of each relative range in milliseconds. */
export const sinceMs = {
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '6h': 21_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
  '90d': 7_776_000_000,
} as const
export type SinceWord = keyof typeof sinceMs

export const sinceNames: Readonly<Record<SinceWord, string>> = {
  '5m': 'Last 5 minutes',
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
}

/** A view's time range: relative to now, or between two instants. */
export type Range = { kind: 'since'; since: SinceWord } | { kind: 'between'; start: string; end: string }

/**
 * Project and range in the address. Every view preserves them: missing parameters are inherited, those set to undefined
 * are removed.
 */
export interface FrameSearch {
  project?: string | undefined
  since?: SinceWord | undefined
  start?: string | undefined
  end?: string | undefined
}

export const defaultSince: SinceWord = '24h'

/** Reads the frame's parameters from an address; invalid ones are ignored. */
export function readFrameSearch(search: Readonly<Record<string, unknown>>): FrameSearch {
  const { project, since, start, end } = search
  const between = isTime(start) && isTime(end) && Date.parse(start) < Date.parse(end) ? { start, end } : undefined
  return {
    ...(typeof project === 'string' && project !== '' && { project }),
    ...(between ?? (isSinceWord(since) && since !== defaultSince && { since })),
  }
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}

export function isSinceWord(value: unknown): value is SinceWord {
  return typeof value === 'string' && Object.hasOwn(sinceMs, value)
}

export function rangeOf({ since, start, end }: FrameSearch): Range {
  if (start !== undefined && end !== undefined) return { kind: 'between', start, end }
  return { kind: 'since', since: since ?? defaultSince }
}

/** Start and end of a range in Unix milliseconds. */
export function boundsOf(range: Range, now: number): { startMs: number; endMs: number } {
  if (range.kind === 'since') return { startMs: now - sinceMs[range.since], endMs: now }
  return { startMs: Date.parse(range.start), endMs: Date.parse(range.end) }
}

/**
 * Converts a range into parameters of a route that supports only some relative ranges: shorter ones become its
 * shortest, longer ones its longest.
 */
export function rangeQuery<Word extends SinceWord>(
  range: Range,
  words: readonly Word[],
): { since: Word } | { start: string; end: string } {
  if (range.kind === 'between') return { start: range.start, end: range.end }
  const wanted = sinceMs[range.since]
  const nearest = words.reduce((best, word) =>
    Math.abs(sinceMs[word] - wanted) < Math.abs(sinceMs[best] - wanted) ? word : best,
  )
  return { since: nearest }
}

/** Changes address parameters. A relative range replaces an absolute one, and vice versa. */
export function changeFrameSearch(before: FrameSearch, change: FrameSearch): FrameSearch {
  const isRange = 'since' in change || 'start' in change
  return { ...before, ...(isRange && { since: undefined, start: undefined, end: undefined }), ...change }
}

/** A range in words: `Last hour`, `14 May 02:00 – 03:30 UTC`. */
export function describeRange(range: Range, now: number, times: Times): string {
  if (range.kind === 'since') return sinceNames[range.since]
  const [startDay, endDay] = [times.day(range.start, now), times.day(range.end, now)]
  const [start, end] = [times.minute(range.start), times.minute(range.end)]
  return `${startDay} ${start} – ${endDay === startDay ? '' : `${endDay} `}${end} ${times.zone(range.end)}`
}
