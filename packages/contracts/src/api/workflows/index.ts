import type { RouteContract } from '../http/route.js'
import {
  cancelWorkflowRun,
  createWorkflowRun,
  listWorkflowRuns,
  readWorkflowRun,
  retryWorkflowRun,
} from './workflow-runs.js'
import { listTriggerOccurrences, listWorkflowTriggers } from './workflow-triggers.js'
import {
  changeWorkflow,
  createWorkflow,
  deleteWorkflow,
  disableWorkflow,
  duplicateWorkflow,
  enableWorkflow,
  listWorkflows,
  readWorkflow,
  renderWorkflow,
} from './workflows.js'

export * from './alert-severities.js'
export * from './workflow-runs.js'
export * from './workflow-triggers.js'
export * from './workflows.js'

/** Routes of this domain, in documentation order. */
export const workflowRoutes: readonly RouteContract[] = [
  listWorkflows,
  createWorkflow,
  readWorkflow,
  changeWorkflow,
  enableWorkflow,
  disableWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  renderWorkflow,
  listWorkflowTriggers,
  listTriggerOccurrences,
  createWorkflowRun,
  listWorkflowRuns,
  readWorkflowRun,
  cancelWorkflowRun,
  retryWorkflowRun,
]
