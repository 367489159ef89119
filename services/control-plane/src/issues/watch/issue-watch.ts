import type { Clock, Log } from '@signalbox/service-kit'
import type { Ask } from '../../telemetry-queries/ask.js'
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
  /** Names the process, differently at every start. */
  owner: string
  /** Asks how often issues happened; without it only archives that end at a time end. */
  ask?: Ask
}

/**
 * Brings archived issues back when their time is over, their events are used up or they escalate. It has no timers, and
 * what it holds in memory is only how far it came: it can be stopped anywhere.
 */
export interface IssueWatch {
  /**
   * Does a bounded part of what is due. No-op unless this process holds the lease.
   * @returns when it wants to be called again, Unix milliseconds.
   * Rejects with ServiceError `unavailable` while the database cannot be used.
   */
  look(): Promise<number>
  /** Lets another process go on at once. */
  release(): void
}

/** Which archived issues are looked at in which portions: one question counts many, or one each. */
const rounds = [
  { reason: 'escalating', limit: 100, find: findEscalated },
  { reason: 'events', limit: 20, find: findUsedUp },
] as const

const overAtOnce = 100
const leaseMs = 30_000
/** A round over all archived issues begins this often. */
const roundMs = 60_000
/** Times are looked at this often. */
const pollMs = 1_000

export function createIssueWatch({ ask, ...options }: IssueWatchOptions): IssueWatch {
  const { store, clock, log, owner } = options
  const lease = createWorkLease(store, { name: 'issues', owner, leaseMs, log })
  const lookAtCounts = ask && createRounds({ ...options, lease }, ask)
  const work = async (now: number): Promise<number> => {
    if (endOver(store, lease, now) >= overAtOnce) return now
    return Math.min((await lookAtCounts?.(now)) ?? Number.POSITIVE_INFINITY, now + pollMs)
  }
  return {
    look: () => {
      const now = clock()
      return lease.whileHeldAsync(now, () => work(now))
    },
    release: () => {
      lease.release()
    },
  }
}

/** Nobody is told: that a time is over is no news of the issue. @returns how many ended. */
function endOver(store: IssueStores, lease: WorkLease, now: number): number {
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

/** @returns looks at the next portion. What cannot be counted is left out until the next round. */
function createRounds(needs: RoundNeeds, ask: Ask): (now: number) => Promise<number> {
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
      const ended = await find(ask, page, now)
      // Questions may take long; who asks them is still there.
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

/** People may have decided something else, or merged or deleted it, while it was counted. */
function findUnchanged({ issues }: IssueStores, before: IssueRow): IssueRow | undefined {
  const found = issues.find(before.organization_id, before.id)
  const isSame = found?.id === before.id && found.status_changed_at === before.status_changed_at
  return isSame && found.reason === before.reason ? found : undefined
}
