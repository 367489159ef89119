import { ServiceError } from '@signalbox/contracts'
import type { AlertRow } from './store/alerts.js'
import { alertContext } from './alert-events.js'
import { findAdmissionFault } from '../workflows/run-admission.js'
import { makeRun } from '../workflows/start-run.js'
import type { AlertContext } from './alert-context.js'

type Started = Pick<AlertRow, 'run_id' | 'run_refusal'>

/** Starts the workflow that a rule names. Call it in a transaction. @returns the run, or why there is none. */
export function startAlertRun(
  store: AlertContext,
  workflowId: string,
  { alert, now }: { alert: AlertRow; now: number },
): Started {
  const workflow = store.workflows.find(alert.organization_id, workflowId)
  if (workflow === undefined) return refused('The workflow has been deleted')
  if (workflow.status === 'disabled') return refused('The workflow is disabled')
  const reason = findAdmissionFault(store, workflow)
  if (reason !== undefined) return refused(reason)
  try {
    const context = { event: 'alert_opened', ...alertContext(alert) }
    const run = makeRun(store, workflow, { triggeredBy: 'event', triggerName: alert.rule_name, context, now })
    return { run_id: run.id, run_refusal: null }
  } catch (error) {
    // Nothing has been written yet: the instruction cannot be rendered with these values.
    if (!(error instanceof ServiceError) || error.code !== 'invalid-body') throw error
    return refused(error.faults.map(({ name, detail }) => `${name} ${detail}`).join('; '))
  }
}

function refused(reason: string): Started {
  return { run_id: null, run_refusal: reason }
}
