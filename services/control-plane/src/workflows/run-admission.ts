import { limits, parseJsonObject } from '@signalbox/contracts'
import { startSession } from '../sessions/start-session.js'
import type { WorkflowStores } from './store/workflow-stores.js'
import type { WorkflowRunRow } from './store/workflow-runs.js'
import type { WorkflowRow } from './store/workflows.js'
import { asRunning, moveRun } from './run-states.js'
import { deleteWhileFull } from '../sessions/make-room.js'

/**
 * Decides which runs of a workflow may be created and started under its concurrency policy. Call everything here in a
 * transaction.
 */

type Store = Pick<WorkflowStores, 'workflowRuns' | 'runQueue' | 'agentSessions' | 'automationTotals'>

const { unfinishedRunsMax } = limits.workflow

/** @returns why no further run may be created; undefined if one may. */
export function findAdmissionFault({ runQueue }: Pick<Store, 'runQueue'>, workflow: WorkflowRow): string | undefined {
  const most = workflow.concurrency === 'skip' ? 1 : unfinishedRunsMax
  if (runQueue.countUnfinished(workflow.id) < most) return undefined
  return most === 1 ? 'A run of the workflow has not finished' : `${most} runs of the workflow have not finished`
}

/** A pending run and its workflow; `now` in Unix milliseconds. */
export interface PendingRun {
  workflow: WorkflowRow
  run: WorkflowRunRow
  now: number
}

/**
 * Stores a new run: started with its session, or waiting for the one before it. Most runs start immediately and are
 * written only once.
 * @returns the stored run: running, or pending without a start time.
 */
export function admitRun(store: Store, pending: PendingRun): WorkflowRunRow {
  const { run, now } = pending
  const admitted = hasToWait(store, pending) ? { ...run, starts_at: null } : asRunning(run, now)
  makeRoomForRuns(store, run.organization_id)
  store.workflowRuns.insert(admitted)
  if (admitted.status === 'running') beginSession(store, admitted, now)
  return admitted
}

/**
 * Starts a run whose time has come together with its session, or lets it wait for the one before it.
 * @returns the run as it is now: running, or pending without a start time.
 */
export function advanceRun(store: Store, pending: PendingRun): WorkflowRunRow {
  const { run, now } = pending
  if (hasToWait(store, pending)) {
    store.runQueue.changeStart(run.id, null)
    return { ...run, starts_at: null }
  }
  const running = moveRun(store, { run, to: 'running', now })
  if (!running) throw new Error('a pending run could not be started')
  beginSession(store, running, now)
  return running
}

function beginSession(store: Store, run: WorkflowRunRow, now: number): void {
  startSession(store, {
    id: run.session_id,
    organizationId: run.organization_id,
    prompt: run.instruction,
    context: parseJsonObject(run.context) ?? {},
    origin: { kind: 'workflow_run', id: run.id },
    now,
  })
}

/** Unless parallel runs are allowed, runs execute one at a time in order of creation. */
function hasToWait({ runQueue }: Store, { workflow, run, now }: PendingRun): boolean {
  if (workflow.concurrency === 'allow') return false
  if (runQueue.hasRunning(run.workflow_id)) return true
  const first = runQueue.findFirstWaiting(run.workflow_id, now)
  return first !== undefined && first.id !== run.id
}

const { storedRunsMax, storedRunsBytesMax } = limits.workflow

/**
 * Deletes an organization's oldest finished runs until the rest are within their limits. Call it in the transaction
 * that adds to them.
 */
function makeRoomForRuns(
  { workflowRuns, automationTotals }: Pick<WorkflowStores, 'workflowRuns' | 'automationTotals'>,
  organizationId: string,
): void {
  deleteWhileFull({
    total: () => automationTotals.find(organizationId, 'runs'),
    most: { items: storedRunsMax, bytes: storedRunsBytesMax },
    deleteOldest: () => workflowRuns.deleteOldestSettled(organizationId),
  })
}
