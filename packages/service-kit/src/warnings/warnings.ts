import { minuteMs, warningKinds, type WarningKind } from '@signalbox/contracts'
import { systemClock, type Clock } from '../clock.js'
import type { Log } from '../logging/log.js'
import type { Metrics } from '../metrics/metrics.js'
import type { WarningReport } from './warning-report.js'

/** A problem that users or operators should know about. */
export interface Occurrence {
  kind: WarningKind
  /** Organization that sees the warning. Default: all. */
  organizationId?: string
  projectId?: string
  /** What the warning is about; distinguishes warnings of the same kind. Default: the installation. */
  subject?: string
  /** What is happening and what to do about it, for people. */
  detail: string
  /** Number of occurrences. Default: 1. */
  count?: number
}

/** Warnings that a process raises on its own. */
export interface Warnings {
  /** May be called for every occurrence: it is logged when it starts, and periodically while it continues. */
  note(occurrence: Occurrence): void
  /** Removes a warning that is over. */
  clear(over: Pick<Occurrence, 'kind' | 'organizationId' | 'subject' | 'projectId'>): void
  /** Returns current and recent warnings, newest first. */
  list(): WarningReport[]
}

/** How long a warning remains after its last occurrence. */
const retainedMs: Readonly<Record<WarningKind, number>> = {
  log_full: 10 * minuteMs,
  requests_refused: 10 * minuteMs,
  key_rate_limited: 10 * minuteMs,
  dead_letters: 60 * minuteMs,
  rules_skipped: 60 * minuteMs,
  consumer_behind: minuteMs,
  // A failing channel is retried after pauses of up to several hours; the warning is cleared when it works again.
  channel_failing: 24 * 60 * minuteMs,
  disk_low: 10 * minuteMs,
}

/** How often a continuing problem is logged again. */
const loggedEveryMs = 10 * minuteMs
/** Maximum number of warnings. Beyond it, the one that occurred longest ago is dropped. */
const warningsMax = 200

/** Call once per registry: counts in `signalbox_warnings_total`, with every kind starting at zero. */
export function createWarnings({
  log,
  metrics,
  clock = systemClock,
}: {
  log: Pick<Log, 'warn'>
  metrics: Pick<Metrics, 'counter'>
  clock?: Clock
}): Warnings {
  const counter = metrics.counter('signalbox_warnings_total', 'Conditions that need attention, by kind', ['kind'])
  for (const kind of warningKinds) counter.inc({ kind }, 0)
  /** By key, in the order of their last occurrence. */
  const known = new Map<string, { report: WarningReport; loggedAt: number }>()
  return {
    note: ({ count = 1, ...occurrence }) => {
      const now = clock()
      counter.inc({ kind: occurrence.kind }, count)
      const key = keyOf(occurrence)
      const before = known.get(key)
      const goesOn = before !== undefined && isCurrent(before.report, now)
      const report: WarningReport = {
        organizationId: '',
        projectId: '',
        subject: '',
        ...occurrence,
        count: (goesOn ? before.report.count : 0) + count,
        since: goesOn ? before.report.since : now,
        lastAt: now,
      }
      const isLogged = !goesOn || Math.abs(now - before.loggedAt) >= loggedEveryMs
      if (isLogged) log.warn(fieldsOf(report), report.detail)
      known.delete(key)
      known.set(key, { report, loggedAt: isLogged ? now : before.loggedAt })
      const [oldest] = known.keys()
      if (known.size > warningsMax && oldest !== undefined) known.delete(oldest)
    },
    clear: (over) => {
      known.delete(keyOf(over))
    },
    list: () => {
      const now = clock()
      return [...known.values()]
        .map(({ report }) => report)
        .filter((report) => isCurrent(report, now))
        .reverse()
    },
  }
}

/** For components and tests that do not report warnings. */
export const noWarnings: Warnings = { note: () => undefined, clear: () => undefined, list: () => [] }

function keyOf({ kind, organizationId = '', projectId = '', subject = '' }: Omit<Occurrence, 'detail'>): string {
  return [kind, organizationId, projectId, subject].join('\n')
}

/** Absolute difference, so that setting the clock back does not preserve a warning. */
function isCurrent({ kind, lastAt }: WarningReport, now: number): boolean {
  return Math.abs(now - lastAt) <= retainedMs[kind]
}

function fieldsOf({ kind, organizationId, projectId, subject, count }: WarningReport): Record<string, unknown> {
  return {
    warning: kind,
    ...(organizationId !== '' && { organizationId }),
    ...(projectId !== '' && { projectId }),
    ...(subject !== '' && { subject }),
    count,
  }
}
