import type { Metrics } from '@signalbox/service-kit'

/**
 * How a worker's turn on a session ended. `lost`: the session was cancelled or another worker has it. `released`: the
 * worker is stopping.
 */
export type TurnOutcome = 'completed' | 'failed' | 'waiting' | 'lost' | 'released'

/** The agent's metrics. */
export interface AgentMetrics {
  running(sessions: number): void
  turnEnded(outcome: TurnOutcome, seconds: number): void
  stepDone(queries: number): void
}

/** For agents that aren't scraped. */
export const noMetrics: AgentMetrics = {
  running: () => undefined,
  turnEnded: () => undefined,
  stepDone: () => undefined,
}

/** Registers the agent's metrics. Call once per registry. */
export function createAgentMetrics(metrics: Pick<Metrics, 'counter' | 'gauge' | 'histogram'>): AgentMetrics {
  const running = metrics.gauge('signalbox_agent_sessions_running', 'Sessions currently running', [])
  const turns = metrics.counter('signalbox_agent_turns_total', 'Session turns by result', ['outcome'])
  const seconds = metrics.histogram('signalbox_agent_turn_seconds', 'Duration of a turn', ['outcome'], turnSeconds)
  const steps = metrics.counter('signalbox_agent_steps_total', 'Steps completed and stored', [])
  const queries = metrics.counter('signalbox_agent_queries_total', 'Queries sent', [])
  return {
    running: (sessions) => {
      running.set({}, sessions)
    },
    turnEnded: (outcome, duration) => {
      turns.inc({ outcome }, 1)
      seconds.observe({ outcome }, duration)
    },
    stepDone: (asked) => {
      steps.inc({}, 1)
      queries.inc({}, asked)
    },
  }
}

const turnSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600]
