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

/** All workflows of the organization, newest first. */
export async function listAllWorkflows(client: ApiClient): Promise<WorkflowSummary[]> {
  const found: WorkflowSummary[] = []
  for (let page = 1; ; page += 1) {
    const answer = await client.call(listWorkflows, { query: { page, page_size: limits.page.sizeMax } })
    found.push(...answer.workflows)
    if (answer.next === null) return found
  }
}

/** In full, in the order given. */
export async function readWorkflows(client: ApiClient, found: readonly WorkflowSummary[]): Promise<WorkflowDetail[]> {
  const details: WorkflowDetail[] = []
  // One after the other: a limit of requests counts them, and a server has others to serve.
  for (const { id } of found) details.push(await client.call(readWorkflow, { params: { workflow_id: id } }))
  return details
}

/** @throws CommandFailure when there is none of this name or id, or more than one of this name. */
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
