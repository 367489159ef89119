import type { ApiClient } from '@signalbox/api-client'
import {
  changeWorkflow,
  createWorkflow,
  deleteWorkflow,
  disableWorkflow,
  type WorkflowSettings,
} from '@signalbox/contracts'
import type { WorkflowStep } from './plan-workflows.js'

/**
 * Executes one step.
 * @throws ApiError, ApiConnectionError
 */
export async function applyStep(client: ApiClient, step: WorkflowStep): Promise<void> {
  if (step.task === 'create') await create(client, step.settings)
  if (step.task === 'change') {
    await client.call(changeWorkflow, { params: { workflow_id: step.current.id }, body: step.change })
  }
  if (step.task === 'delete') await client.call(deleteWorkflow, { params: { workflow_id: step.current.id } })
}

/** A new workflow is active. One that should be disabled gets its triggers last, so that none of them fires before. */
async function create(
  client: ApiClient,
  { status, repository, triggers, ...settings }: WorkflowSettings,
): Promise<void> {
  const body = { ...settings, ...(repository !== null && { repository }) }
  if (status === 'active') {
    await client.call(createWorkflow, { body: { ...body, triggers } })
    return
  }
  const { id } = await client.call(createWorkflow, { body })
  await client.call(disableWorkflow, { params: { workflow_id: id } })
  if (triggers.length > 0) await client.call(changeWorkflow, { params: { workflow_id: id }, body: { triggers } })
}
