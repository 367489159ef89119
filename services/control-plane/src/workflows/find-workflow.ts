import { ServiceError } from '@signalbox/contracts'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'
import type { WorkflowRow } from './store/workflows.js'

/**
 * @param id Case-insensitive. @throws ServiceError `not-found`, also for deleted workflows and those of other
 * organizations.
 */
export function requireWorkflow(
  { workflows }: Pick<WorkflowStores, 'workflows'>,
  organizationId: string,
  id: string,
): WorkflowRow {
  const workflow = workflows.find(organizationId, id.toLowerCase())
  if (workflow === undefined) throw new ServiceError('not-found', { detail: `No such workflow: ${id}` })
  return workflow
}

/**
 * @param params Ids, case-insensitive.
 * @throws ServiceError `not-found`, also for runs of other workflows.
 */
export function requireRun(
  store: Pick<WorkflowStores, 'workflows' | 'workflowRuns'>,
  organizationId: string,
  params: { workflow_id: string; run_id: string },
): { workflow: WorkflowRow; run: WorkflowRunRow } {
  const workflow = requireWorkflow(store, organizationId, params.workflow_id)
  const run = store.workflowRuns.find(workflow.id, params.run_id.toLowerCase())
  if (run === undefined)
    throw new ServiceError('not-found', { detail: `No such run of the workflow: ${params.run_id}` })
  return { workflow, run }
}
