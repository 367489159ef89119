import type { ApiClient } from '@signalbox/api-client'
import {
  isUuid,
  limits,
  listWorkflows,
  readWorkflow,
  type WorkflowDetail,
  type WorkflowSummary,
} from '@signalbox/contracts'
import { CommandFailure } from '../exit-codes.js'

/** Returns all workflows of the organization, newest first. */
export async function listAllWorkflows(client: ApiClient): Promise<WorkflowSummary[]> {
  const found: WorkflowSummary[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.call(listWorkflows, { query: { page, page_size: limits.page.sizeMax } })
    found.push(...answer.workflows)
    if (answer.next === null) return found
  }
}

/** Returns the workflows in full, in the given order. */
export async function readWorkflows(client: ApiClient, found: readonly WorkflowSummary[]): Promise<WorkflowDetail[]> {
  const details: WorkflowDetail[] = []
  // One at a time, because of the rate limit and the server's other clients.
  for (const { id } of found) details.push(await client.call(readWorkflow, { params: { workflow_id: id } }))
  return details
}

/** @throws CommandFailure if no workflow has this name or id, or several have this name. */
export async function findWorkflow(client: ApiClient, nameOrId: string): Promise<WorkflowSummary> {
  const all = await listAllWorkflows(client)
  const found = all.filter(({ id, name }) => name === nameOrId || (isUuid(nameOrId) && id === nameOrId.toLowerCase()))
  const [workflow] = found
  if (workflow === undefined) throw new CommandFailure(`no such workflow: ${nameOrId}`)
  if (found.length > 1) {
    throw new CommandFailure(`several workflows are named ${nameOrId}: use an id from workflows list`)
  }
  return workflow
}
