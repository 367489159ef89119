import type { ControlPlaneDatabase } from '../../database/database.js'
import type { SessionStores } from '../../sessions/store/session-stores.js'
import type { LeaseStores } from '../../scheduling/lease-stores.js'
import { createRunQueueStore, type RunQueueStore } from './run-queue.js'
import { createTriggerOccurrenceStore, type TriggerOccurrenceStore } from './trigger-occurrences.js'
import { createWorkflowEventStore, type WorkflowEventStore } from './workflow-events.js'
import { createWorkflowRunStore, type WorkflowRunStore } from './workflow-runs.js'
import { createWorkflowTriggerStore, type WorkflowTriggerStore } from './workflow-triggers.js'
import { createWorkflowStore, type WorkflowStore } from './workflows.js'

/** The tables of workflows, their triggers and runs. */
export interface WorkflowTables {
  runQueue: RunQueueStore
  triggerOccurrences: TriggerOccurrenceStore
  workflowEvents: WorkflowEventStore
  workflowRuns: WorkflowRunStore
  workflowTriggers: WorkflowTriggerStore
  workflows: WorkflowStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface WorkflowStores extends WorkflowTables, SessionStores, LeaseStores {}

export function createWorkflowTables(database: ControlPlaneDatabase): WorkflowTables {
  return {
    runQueue: createRunQueueStore(database),
    triggerOccurrences: createTriggerOccurrenceStore(database),
    workflowEvents: createWorkflowEventStore(database),
    workflowRuns: createWorkflowRunStore(database),
    workflowTriggers: createWorkflowTriggerStore(database),
    workflows: createWorkflowStore(database),
  }
}
