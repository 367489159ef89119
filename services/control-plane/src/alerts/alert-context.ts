import type { AlertStores } from './store/alert-stores.js'

/** Stores used by alerts, and what alerts start. */
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
  | 'automationTotals'
  | 'transact'
>
