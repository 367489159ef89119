import { ServiceError } from '@signalbox/contracts'
import type { ClaimedSession, Clock, Log, SessionTurn, SessionWork } from '@signalbox/service-kit'
import type { BudgetLimits } from '../investigation/budget.js'
import { BudgetExhausted } from '../investigation/failures.js'
import type { AgentMetrics, TurnOutcome } from './agent-metrics.js'
import { keepLease, LeaseLost, type LeaseKeeper } from './lease-keeper.js'
import type { ReadingApi } from './local-api.js'
import { retry, type RetryPauses } from './retry.js'
import { runTurn, type EngineChoice, type TurnOptions } from './run-turn.js'
import { workTimeOf } from './work-time.js'

/** The worker is stopping: another one takes over. */
class WorkerStopping extends Error {
  override readonly name = 'WorkerStopping'
}

export interface SessionDependencies {
  work: SessionWork
  /** Read-only API client for an organization. */
  apiFor(organizationId: string): ReadingApi
  engines: EngineChoice
  budget: BudgetLimits
  /** Milliseconds without a renewal after which the session may be claimed again. */
  leaseMs: number
  retryPauses: RetryPauses
  clock: Clock
  log: Log
  metrics: AgentMetrics
}

/**
 * Runs one turn of a claimed session, then releases it. The turn ends early if
 * - the lease is lost or the session is cancelled: nothing more is written,
 * - the time budget is used up: the session fails,
 * - the worker stops: the session is released, so that another worker resumes it immediately.
 *
 * Never rejects: failed writes are left to the worker that claims the session after the lease expires.
 */
export async function runSession(
  dependencies: SessionDependencies,
  claimed: ClaimedSession,
  stopping: AbortSignal,
): Promise<void> {
  const { metrics, log } = dependencies
  const startedAt = performance.now()
  let outcome: TurnOutcome = 'lost'
  try {
    outcome = await takeTurn(dependencies, claimed, stopping)
  } catch (err) {
    log.warn(
      { err, sessionId: claimed.lease.sessionId },
      'the lease of a session could not be released; it will expire',
    )
  }
  metrics.turnEnded(outcome, (performance.now() - startedAt) / 1_000)
}

async function takeTurn(
  dependencies: SessionDependencies,
  claimed: ClaimedSession,
  stopping: AbortSignal,
): Promise<TurnOutcome> {
  const { work, leaseMs, log, budget } = dependencies
  const ending = new AbortController()
  const onLost = (reason: LeaseLost) => {
    ending.abort(reason)
  }
  const stop = () => {
    ending.abort(new WorkerStopping())
  }
  const keeper = keepLease({ work, lease: claimed.lease, leaseMs, log, onLost })
  const timer = setTimeout(
    () => {
      ending.abort(new BudgetExhausted(`The session has used up its ${budget.timeMs / 1_000} seconds of working time`))
    },
    Math.max(0, budget.timeMs - workTimeOf(claimed.record)),
  )
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  try {
    return await endTurn(dependencies, { claimed, keeper, ending })
  } finally {
    stopping.removeEventListener('abort', stop)
    clearTimeout(timer)
    keeper.stop()
  }
}

interface HeldTurn {
  claimed: ClaimedSession
  keeper: LeaseKeeper
  ending: AbortController
}

async function endTurn(dependencies: SessionDependencies, held: HeldTurn): Promise<TurnOutcome> {
  const { work, retryPauses } = dependencies
  const { lease } = held.claimed
  const { turn, outcome } = await decideTurn(dependencies, held)
  if (turn === undefined) return outcome
  const end = (how: SessionTurn) => retry(() => work.endTurn(lease, how), retryPauses, AbortSignal.timeout(endWithinMs))
  try {
    await held.keeper.writing(() => end(turn))
    return outcome
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'conflict') return 'lost'
    if (error.code !== 'invalid-body') throw error
    await held.keeper.writing(() => end({ status: 'failed', reason: "The session's report cannot be stored" }))
    return 'failed'
  }
}

const endWithinMs = 30_000

interface Decision {
  /** Undefined if nothing is to be written. */
  turn: SessionTurn | undefined
  outcome: TurnOutcome
}

async function decideTurn(dependencies: SessionDependencies, held: HeldTurn): Promise<Decision> {
  const { clock } = dependencies
  const { claimed, ending } = held
  const { signal } = ending
  try {
    const api = dependencies.apiFor(claimed.organizationId)
    const turn = await runTurn({ ...dependencies, claimed, signal, api, append: createAppend(dependencies, held) })
    return { turn, outcome: turn.status }
  } catch (error) {
    if (!signal.aborted) throw error
    if (error instanceof WorkerStopping) return { turn: { status: 'waiting', until: clock() }, outcome: 'released' }
    if (error instanceof BudgetExhausted)
      return { turn: { status: 'failed', reason: error.message }, outcome: 'failed' }
    return { turn: undefined, outcome: 'lost' }
  }
}

/**
 * A step that cannot be stored ends the turn, whatever the engine does about it: everything after it would depend on
 * it.
 */
function createAppend(
  { work, retryPauses, metrics }: SessionDependencies,
  { claimed: { lease }, keeper, ending }: HeldTurn,
): TurnOptions['append'] {
  return async (recorded, usage) => {
    try {
      await keeper.writing(() => retry(() => work.appendStep(lease, recorded, usage), retryPauses, ending.signal))
      metrics.stepDone(usage.queries)
    } catch (cause) {
      const lost = new LeaseLost('A step could not be stored', { cause })
      ending.abort(lost)
      throw lost
    }
  }
}
