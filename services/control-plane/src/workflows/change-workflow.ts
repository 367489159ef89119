import { createId, limits, type WorkflowChange, type WorkflowRequest } from '@signalbox/contracts'
import type { ControlPlaneStore } from '../store/store.js'
import type { WorkflowRow } from '../store/workflows.js'
import { refuseLongInstruction } from './workflow-request.js'

type Store = Pick<ControlPlaneStore, 'workflows'>

/** @throws ServiceError `invalid-body` when the instruction is too long. */
export function createWorkflow(
  { workflows }: Store,
  { organizationId, request, now }: { organizationId: string; request: WorkflowRequest; now: number },
): WorkflowRow {
  refuseLongInstruction(request)
  const row: WorkflowRow = {
    id: createId(now),
    organization_id: organizationId,
    name: request.name,
    agent_name: request.agent_name,
    description: request.description ?? '',
    instruction: request.instruction,
    repository: request.repository ?? null,
    status: 'active',
    created_at: now,
    updated_at: now,
  }
  workflows.insert(row)
  return row
}

/**
 * Changes the fields that are named.
 * @param now Unix milliseconds.
 * @throws ServiceError `invalid-body` when the instruction is too long.
 */
export function changeWorkflow(
  { workflows }: Store,
  { workflow, change, now }: { workflow: WorkflowRow; change: WorkflowChange; now: number },
): WorkflowRow {
  refuseLongInstruction(change)
  // A clock that was set back must not make a change older than what it changes.
  const changed: WorkflowRow = { ...workflow, ...change, updated_at: Math.max(now, workflow.updated_at) }
  workflows.update(changed)
  return changed
}

/** A copy, enabled or disabled as its original is. Its name is cut where it would become too long. */
export function duplicateWorkflow({ workflows }: Store, original: WorkflowRow, now: number): WorkflowRow {
  const copy = { ...original, id: createId(now), name: nameOfCopy(original.name), created_at: now, updated_at: now }
  workflows.insert(copy)
  return copy
}

function nameOfCopy(name: string): string {
  const suffix = ' (copy)'
  const kept = Array.from(name).slice(0, limits.text.nameLengthMax - suffix.length)
  return `${kept.join('')}${suffix}`
}
