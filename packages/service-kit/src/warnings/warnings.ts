import { minuteMs, warningKinds, type WarningKind } from '@signalbox/contracts'
import { systemClock, type Clock } from '../clock.js'
import type { Log } from '../logging/log.js'
import type { Metrics } from '../metrics/metrics.js'
import type { WarningReport } from './warning-report.js'

/** Something that people should know of. */
export interface Occurrence {
  kind: WarningKind
  /** Whom it is told; everybody when left out. */
  organizationId?: string
  projectId?: string
  /** What it is about, so that a second one is told apart; the installation when left out. */
  subject?: string
  /** What happens, and what helps: for people. */
  detail: string
  /** How often it happened; once when left out. */
  count?: number
}

/** What a process is to tell people of by itself. */
export interface Warnings {
  /** May be called as often as it happens: it is logged when it begins, and now and then while it goes on. */
  note(occurrence: Occurrence): void
  /** It is over. */
  clear(over: Pick<Occurrence, 'kind' | 'organizationId' | 'subject' | 'projectId'>): void
  /** What happens, or has happened a short while ago; the newest first. */
  list(): WarningReport[]
}

/** How long after it happened last a warning stays. */
const staysMs: Readonly<Record<WarningKind, number>> = {
  log_full: 10 * minuteMs,
  requests_refused: 10 * minuteMs,
  key_rate_limited: 10 * minuteMs,
  dead_letters: 60 * minuteMs,
  consumer_behind: minuteMs,
  // A channel that fails is tried again after pauses of up to hours; it is cleared when it works.
  channel_failing: 24 * 60 * minuteMs,
  disk_low: 10 * minuteMs,
}

/** What goes on is logged again so often. */
const loggedEveryMs = 10 * minuteMs
/** Beyond: the one that happened longest ago is forgotten. */
const warningsMax = 200

/** Call once a registry: it counts in `signalbox_warnings_total`, each kind from zero. */
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
  /** By what tells them apart, in the order in which they happened last. */
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

/** For parts and tests that nobody listens to. */
export const noWarnings: Warnings = { note: () => undefined, clear: () => undefined, list: () => [] }

function keyOf({ kind, organizationId = '', projectId = '', subject = '' }: Omit<Occurrence, 'detail'>): string {
  return [kind, organizationId, projectId, subject].join('\n')
}

/** A clock that was set back does not keep a warning. */
function isCurrent({ kind, lastAt }: WarningReport, now: number): boolean {
  return Math.abs(now - lastAt) <= staysMs[kind]
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
