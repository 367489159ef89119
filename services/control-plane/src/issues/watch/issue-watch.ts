import type { Clock, Log } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../telemetry-queries/query-telemetry.js'
import { createWorkLease, LeaseLost, type WorkLease } from '../../scheduling/work-lease.js'
import type { IssueRow } from '../store/issues.js'
import type { IssueStores } from '../store/issue-stores.js'
import { applyTransition } from '../change-issues.js'
import { systemActor } from '../issue-activities.js'
import { recordIssueEvent, type IssueEventObserver } from '../issue-events.js'
import { findEscalated, findUsedUp, type EndedArchive } from './find-ended-archives.js'

export interface IssueWatchOptions {
  store: IssueStores
  clock: Clock
  onIssueEvent: IssueEventObserver
  log: Pick<Log, 'warn'>
  /** Identifies the process; different after every start. */
  owner: string
  /** Queries the telemetry store for event counts; without it, only archives with an end time end. */
  queryTelemetry?: QueryTelemetry
}

/**
 * Reopens archived issues when their time is over, their events are used up, or they escalate. It has no timers and
 * keeps only its position in memory, so it can be stopped at any point.
 */
export interface IssueWatch {
  /**
   * Does a bounded part of the pending work. No-op unless this process holds the lease.
   * @returns when to call it again, Unix milliseconds.
   * @throws ServiceError `unavailable` while the database cannot be used.
   */
  checkDue(): Promise<number>
  /** Releases the lease, so that another process can take over immediately. */
  release(): void
}

/** The batches in which archived issues are checked: one query counts many issues, or one issue each. */
const rounds = [
  { reason: 'escalating', limit: 100, find: findEscalated },
  { reason: 'events', limit: 20, find: findUsedUp },
] as const

const overAtOnce = 100
const leaseMs = 30_000
/** Interval between rounds over all archived issues. */
const roundMs = 60_000
/** Interval between checks for archives whose time is over. */
const pollMs = 1_000

export function createIssueWatch({ queryTelemetry, ...options }: IssueWatchOptions): IssueWatch {
  const { store, clock, log, owner } = options
  const lease = createWorkLease(store, { name: 'issues', owner, leaseMs, log })
  const checkCounts = queryTelemetry && createRounds({ ...options, lease }, queryTelemetry)
  const work = async (now: number): Promise<number> => {
    if (endExpired(store, lease, now) >= overAtOnce) return now
    return Math.min((await checkCounts?.(now)) ?? Number.POSITIVE_INFINITY, now + pollMs)
  }
  return {
    checkDue: () => {
      const now = clock()
      return lease.whileHeldAsync(now, () => work(now))
    },
    release: () => {
      lease.release()
    },
  }
}

/** Not an issue event: the end of a time limit is no news about the issue. @returns how many archives ended. */
function endExpired(store: IssueStores, lease: WorkLease, now: number): number {
  const hasAny = store.issueStates.listArchiveOver(now, 1).length > 0
  return hasAny ? lease.guard(() => endListed(store, now)) : 0
}

function endListed(store: IssueStores, now: number): number {
  const over = store.issueStates.listArchiveOver(now, overAtOnce)
  for (const issue of over) {
    applyTransition(store, issue, {
      move: { kind: 'end-archive' },
      actor: systemActor,
      details: { reason: 'time' },
      now,
    })
  }
  return over.length
}

interface RoundNeeds extends Pick<IssueWatchOptions, 'store' | 'clock' | 'log' | 'onIssueEvent'> {
  lease: WorkLease
}

/** @returns a function that checks the next batch. Issues that cannot be counted are skipped until the next round. */
function createRounds(needs: RoundNeeds, queryTelemetry: QueryTelemetry): (now: number) => Promise<number> {
  const { store, clock, log, lease } = needs
  let startedAt: number | undefined
  let round = 0
  let afterId = ''

  const begin = (now: number): boolean => {
    if (startedAt !== undefined && round >= rounds.length && Math.abs(now - startedAt) < roundMs) return false
    if (startedAt === undefined || round >= rounds.length) [startedAt, round, afterId] = [now, 0, '']
    return true
  }

  return async (now) => {
    const current = begin(now) ? rounds[round] : undefined
    if (current === undefined) return (startedAt ?? now) + roundMs
    const { reason, limit, find } = current
    const page = store.issueStates.listArchived({ reason, afterId, limit })
    if (page.length < limit) [round, afterId] = [round + 1, '']
    else afterId = page.at(-1)?.id ?? ''
    try {
      const ended = await find(queryTelemetry, page, now)
      // Queries may take long; renew the lease, because this process is still alive.
      lease.hold(clock())
      if (ended.length > 0) {
        lease.guard(() => {
          endAll(needs, ended, clock())
        })
      }
    } catch (err) {
      if (err instanceof LeaseLost) throw err
      log.warn({ err }, 'events of archived issues could not be counted; retrying later')
    }
    return now
  }
}

function endAll(
  { store, onIssueEvent }: Pick<RoundNeeds, 'store' | 'onIssueEvent'>,
  ended: readonly EndedArchive[],
  now: number,
): void {
  for (const { issue, move, details } of ended) {
    const current = findUnchanged(store, issue)
    if (current === undefined || !applyTransition(store, current, { move, actor: systemActor, details, now })) continue
    const after = store.issues.find(issue.organization_id, issue.id)
    if (after)
      recordIssueEvent({ store, onIssueEvent }, { kind: 'issue_escalated', issue: after, occurredAt: now, now })
  }
}

/** People may have changed, merged or deleted the issue while it was being counted. */
function findUnchanged({ issues }: IssueStores, before: IssueRow): IssueRow | undefined {
  const found = issues.find(before.organization_id, before.id)
  const isSame = found?.id === before.id && found.status_changed_at === before.status_changed_at
  return isSame && found.reason === before.reason ? found : undefined
}
