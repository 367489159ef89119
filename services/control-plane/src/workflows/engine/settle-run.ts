import { limits } from '@signalbox/contracts'
import type { WorkflowRunRow } from '../store/workflow-runs.js'
import type { WorkflowRow } from '../store/workflows.js'
import { scheduleAttempt } from '../start-run.js'
import type { EngineStore } from './decide-occurrence.js'

const { retryPauseSecondsMax, unfinishedRunsMax } = limits.workflow

/**
 * Does the follow-up work of a finished run, once: schedules the next attempt if it failed without a person's
 * involvement, and wakes a run that waited for it. Call it in a transaction.
 */
export function settleRun(store: EngineStore, run: WorkflowRunRow, now: number): void {
  const workflow = store.workflows.find(run.organization_id, run.workflow_id)
  if (workflow !== undefined) {
    if (isRepeated(run, workflow)) scheduleAttempt(store, { workflow, failed: run, startsAt: now + pauseMs(run), now })
    const limit = workflow.concurrency === 'allow' ? unfinishedRunsMax : 1
    store.runQueue.wake({ workflowId: workflow.id, now, limit })
  }
  store.runQueue.markSettled(run.id)
}

/** Runs that a person ended are not retried, nor are runs of a disabled workflow. */
function isRepeated({ failure, attempt, max_attempts: most }: WorkflowRunRow, { status }: WorkflowRow): boolean {
  return (failure === 'session_failed' || failure === 'timed_out') && attempt < most && status === 'active'
}

/** Doubles with each attempt. */
function pauseMs({ attempt, retry_base_seconds: base }: WorkflowRunRow): number {
  return Math.min(base * 2 ** (attempt - 1), retryPauseSecondsMax) * 1_000
}
