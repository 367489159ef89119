import { systemClock } from '@signalbox/service-kit'
import type { AgentConfig } from './config.js'
import { collectFacts } from './facts/collect-facts.js'
import type { BudgetLimits } from './investigation/budget.js'
import { createModelEngine } from './model/model-engine.js'
import { createConfiguredModel } from './model/model-settings.js'
import { rememberFacts } from './model/remember-facts.js'
import { createPlaybook } from './playbook/create-playbook.js'
import { createAgentRole, type AgentRole, type AgentRoleOptions } from './sessions/agent-role.js'
import { chooseEngine, type Engines } from './sessions/choose-engine.js'
import { createDeploymentWatch } from './watch/create-deployment-watch.js'

/** The agent's dependencies apart from configuration. */
export type AgentSurroundings = Omit<AgentRoleOptions, 'engines' | 'budget' | 'sessionsAtOnce'>

/** Creates the agent as configured: its engines and the budget of a session. */
export function createAgent(config: AgentConfig, surroundings: AgentSurroundings): AgentRole {
  const { clock = systemClock } = surroundings
  const { watchMinutes } = config
  return createAgentRole({
    ...surroundings,
    engines: chooseEngine({
      deploymentWatch: createDeploymentWatch({ clock, watchMinutes }),
      ...createEngines(config),
    }),
    budget: budgetOf(config),
    sessionsAtOnce: config.agentSessionsAtOnce,
  })
}

/** The playbook, and a model on top of it if one is configured. */
function createEngines(config: AgentConfig): Pick<Engines, 'playbook' | 'model'> {
  const collectOnce = rememberFacts(collectFacts)
  const playbook = createPlaybook({ collectFacts: collectOnce })
  const model = createConfiguredModel(config)
  return { playbook, ...(model && { model: createModelEngine({ model, collectFacts: collectOnce, playbook }) }) }
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
