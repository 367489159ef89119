import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  silentLog,
  systemClock,
  type ClaimedSession,
  type Clock,
  type Log,
  type SessionWork,
} from '@signalbox/service-kit'
import type { BudgetLimits } from '../investigation/budget.js'
import { noMetrics, type AgentMetrics } from './agent-metrics.js'
import { runSession, type SessionDependencies } from './run-session.js'
import type { ReadingApi } from './local-api.js'
import { defaultRetryPauses, type RetryPauses } from './retry.js'
import type { EngineChoice } from './run-turn.js'

export interface AgentRoleOptions {
  work: SessionWork
  /** The API as an organization sees it, to read only. */
  apiFor(organizationId: string): ReadingApi
  engines: EngineChoice
  budget: BudgetLimits
  /** Sessions that are run at the same time. */
  sessionsAtOnce: number
  log?: Log
  clock?: Clock
  metrics?: AgentMetrics
  /** Milliseconds without a sign of life after which another worker takes a session. Default 30 s. */
  leaseMs?: number
  /** Milliseconds between two looks for sessions that are due. Default 1 s. */
  pollMs?: number
  /** See `retry.ts`. */
  retryPauses?: RetryPauses
  /** How long `stop` waits for sessions to be released, in milliseconds. Default 5 s: the process has 10. */
  stopWaitMs?: number
}

export interface AgentRole {
  /** Starts to claim sessions. Returns at once. */
  start(): void
  /** Claims nothing more and releases what it has, so that another worker goes on at once. */
  stop(): Promise<void>
}

/** The worker that carries sessions out: a few at once, claimed as they are due. */
export function createAgentRole(options: AgentRoleOptions): AgentRole {
  const { work, sessionsAtOnce, pollMs = 1_000, stopWaitMs = 5_000 } = options
  const dependencies = withDefaults(options)
  const stopping = new AbortController()
  const turns = new Set<Promise<void>>()
  const bell = createBell()
  let looping: Promise<void> | undefined

  const begin = (claimed: ClaimedSession) => {
    const turn = runSession(dependencies, claimed, stopping.signal).finally(() => {
      turns.delete(turn)
      dependencies.metrics.running(turns.size)
      bell.ring()
    })
    turns.add(turn)
    dependencies.metrics.running(turns.size)
  }
  const claim = () => claimSessions(dependencies, sessionsAtOnce - turns.size)
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const rung = bell.wait(pollMs, stopping.signal)
      if (turns.size < sessionsAtOnce) (await claim()).forEach(begin)
      await rung
    }
  }

  return {
    start: () => {
      const stopListening = work.onChange?.(bell.ring)
      looping ??= loop().finally(() => stopListening?.())
    },
    stop: async () => {
      stopping.abort()
      await looping
      await Promise.race([Promise.all(turns), sleep(stopWaitMs, undefined, { ref: false })])
    },
  }
}

function withDefaults(options: AgentRoleOptions): SessionDependencies & { owner: string } {
  return {
    work: options.work,
    apiFor: (organizationId) => options.apiFor(organizationId),
    engines: options.engines,
    budget: options.budget,
    leaseMs: options.leaseMs ?? 30_000,
    retryPauses: options.retryPauses ?? defaultRetryPauses,
    clock: options.clock ?? systemClock,
    log: options.log ?? silentLog,
    metrics: options.metrics ?? noMetrics,
    owner: randomUUID(),
  }
}

/** A look that fails is as good as one that finds nothing: the next one comes soon. */
async function claimSessions(
  { work, leaseMs, log, owner }: SessionDependencies & { owner: string },
  max: number,
): Promise<ClaimedSession[]> {
  try {
    return await work.claimSessions({ owner, leaseMs, max })
  } catch (err) {
    log.warn({ err }, 'claiming sessions failed')
    return []
  }
}

/** Wakes whoever waits: what rings before somebody waits is not heard, so wait first and look then. */
function createBell() {
  let wake: () => void = () => undefined
  return {
    ring: () => {
      wake()
    },
    wait: async (withinMs: number, signal: AbortSignal) => {
      const rung = new AbortController()
      wake = () => {
        rung.abort()
      }
      // Aborting is how both the bell and the stop end the wait.
      await sleep(withinMs, undefined, { signal: AbortSignal.any([rung.signal, signal]) }).catch(() => undefined)
    },
  }
}
