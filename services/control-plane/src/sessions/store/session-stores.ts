import type { ControlPlaneDatabase } from '../../database/database.js'
import type { ProjectStores } from '../../projects/store/project-stores.js'
import { createAgentSessionStore, type AgentSessionStore } from './agent-sessions.js'
import { createAutomationTotalStore, type AutomationTotalStore } from './automation-totals.js'

/** The tables of agent sessions. */
export interface SessionTables {
  agentSessions: AgentSessionStore
  automationTotals: AutomationTotalStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface SessionStores extends SessionTables, ProjectStores {}

export function createSessionTables(database: ControlPlaneDatabase): SessionTables {
  return {
    agentSessions: createAgentSessionStore(database),
    automationTotals: createAutomationTotalStore(database),
  }
}
