import type { Route } from '@signalbox/service-kit'
import { createCancelWorkflowRun } from './cancel-workflow-run.js'
import { createChangeWorkflow } from './change-workflow.js'
import { createCreateWorkflowRun } from './create-workflow-run.js'
import { createCreateWorkflow } from './create-workflow.js'
import { createDeleteWorkflow } from './delete-workflow.js'
import { createDisableWorkflow } from './disable-workflow.js'
import { createDuplicateWorkflow } from './duplicate-workflow.js'
import { createEnableWorkflow } from './enable-workflow.js'
import { createListTriggerOccurrences } from './list-trigger-occurrences.js'
import { createListWorkflowRuns } from './list-workflow-runs.js'
import { createListWorkflowTriggers } from './list-workflow-triggers.js'
import { createListWorkflows } from './list-workflows.js'
import { createReadWorkflowRun } from './read-workflow-run.js'
import { createReadWorkflow } from './read-workflow.js'
import { createRenderWorkflow } from './render-workflow.js'
import { createRetryWorkflowRun } from './retry-workflow-run.js'
import type { RouteDependencies } from '../../route-dependencies.js'

/** Workflows, their triggers and their runs. */
export function createWorkflowRoutes(dependencies: RouteDependencies): Route[] {
  return [
    createListWorkflows(dependencies),
    createCreateWorkflow(dependencies),
    createReadWorkflow(dependencies),
    createChangeWorkflow(dependencies),
    createEnableWorkflow(dependencies),
    createDisableWorkflow(dependencies),
    createDeleteWorkflow(dependencies),
    createDuplicateWorkflow(dependencies),
    createRenderWorkflow(dependencies),
    createListWorkflowTriggers(dependencies),
    createListTriggerOccurrences(dependencies),
    createCreateWorkflowRun(dependencies),
    createListWorkflowRuns(dependencies),
    createReadWorkflowRun(dependencies),
    createCancelWorkflowRun(dependencies),
    createRetryWorkflowRun(dependencies),
  ]
}
