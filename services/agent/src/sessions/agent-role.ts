import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  callAfter,
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
  /** Read-only API client for an organization. */
  apiFor(organizationId: string): ReadingApi
  engines: EngineChoice
  budget: BudgetLimits
  /** Maximum number of concurrent sessions. */
  sessionsAtOnce: number
  log?: Log
  clock?: Clock
  metrics?: AgentMetrics
  /** Milliseconds without a renewal after which another worker takes over a session. Default 30 s. */
  leaseMs?: number
  /** Milliseconds between polls for due sessions. Default 1 s. */
  pollMs?: number
  /** See `retry.ts`. */
  retryPauses?: RetryPauses
  /**
   * How long `stop` waits for sessions to be released, in milliseconds. Default 5 s; the process has 10 s to shut down.
   */
  stopWaitMs?: number
}

export interface AgentRole {
  /** Starts claiming sessions. Returns immediately. */
  start(): void
  /** Stops claiming sessions and releases the current ones, so that another worker resumes them immediately. */
  stop(): Promise<void>
}

/** Creates the worker that runs sessions: claims due sessions and runs several concurrently. */
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

/** A failed poll is treated like an empty one: the next follows soon. */
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

/** Wakes the current waiter. A ring that nobody waits for is lost, so start waiting before checking for work. */
function createBell() {
  let wake: () => void = () => undefined
  return {
    ring: () => {
      wake()
    },
    wait: (withinMs: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          cancel()
          signal.removeEventListener('abort', end)
          resolve()
        }
        const cancel = callAfter(withinMs, end)
        wake = end
        signal.addEventListener('abort', end)
        if (signal.aborted) end()
      }),
  }
}
