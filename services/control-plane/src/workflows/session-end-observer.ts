import type { SessionEndObserver } from '../sessions/finish-session.js'
import type { WorkflowStores } from './store/workflow-stores.js'
import { finishRunOfSession } from './run-states.js'
import { recordVerdict } from './triggers/session-events.js'

type Store = Pick<WorkflowStores, 'agentSessions' | 'workflowRuns' | 'workflowTriggers' | 'workflowEvents'>

/** Creates the observer that finishes the run of a session and notifies triggers that wait for a verdict. */
export function createSessionEndObserver(store: Store): SessionEndObserver {
  return ({ session, end, now }) => {
    if (end.status === 'completed') recordVerdict(store, { session, report: end.report, now })
    finishRunOfSession(store, session.id, end.status === 'completed' ? 'completed' : 'failed', now)
  }
}
