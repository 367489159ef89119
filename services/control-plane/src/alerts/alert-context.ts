import type { ControlPlaneStore } from '../control-plane-store.js'

/** What alerts are kept in, and what they start. */
export type AlertStores = Pick<
  ControlPlaneStore,
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
