import type { AlertStores } from './store/alert-stores.js'

/** What alerts are kept in, and what they start. */
export type AlertContext = Pick<
  AlertStores,
  | 'alertRules'
  | 'alertSubjects'
  | 'alerts'
  | 'maintenanceWindows'
  | 'newIssues'
  | 'notices'
  | 'notificationChannels'
  | 'workflows'
  | 'workflowRuns'
  | 'runQueue'
  | 'workflowTriggers'
  | 'workflowEvents'
  | 'agentSessions'
  | 'transact'
>
