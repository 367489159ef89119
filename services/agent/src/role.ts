import { systemClock } from '@signalbox/service-kit'
import type { AgentConfig } from './config.js'
import type { BudgetLimits } from './investigation/budget.js'
import { createAgentRole, type AgentRole, type AgentRoleOptions } from './sessions/agent-role.js'
import { chooseEngine } from './sessions/choose-engine.js'
import { createDeploymentWatch } from './watch/create-deployment-watch.js'

/** What the agent needs of its surroundings; the rest is configuration. */
export type AgentSurroundings = Omit<AgentRoleOptions, 'engines' | 'budget' | 'sessionsAtOnce'>

/** The agent as it is configured: which engines there are, and what a session may spend. */
export function createAgent(config: AgentConfig, surroundings: AgentSurroundings): AgentRole {
  const { clock = systemClock } = surroundings
  const { watchMinutes } = config
  return createAgentRole({
    ...surroundings,
    engines: chooseEngine({ deploymentWatch: createDeploymentWatch({ clock, watchMinutes }) }),
    budget: budgetOf(config),
    sessionsAtOnce: config.agentSessionsAtOnce,
  })
}

function budgetOf(config: AgentConfig): BudgetLimits {
  return {
    steps: config.agentStepsMax,
    queries: config.agentQueriesMax,
    tokens: config.agentTokensMax,
    timeMs: config.agentSecondsMax * 1_000,
    microDollars: config.agentMicroDollarsMax,
    prices: { input: config.modelInputPrice, output: config.modelOutputPrice },
  }
}
