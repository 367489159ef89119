import { isJsonObject, limits, parseJsonObject, type SessionReport } from '@signalbox/contracts'
import type { AgentSessionRow } from '../../sessions/store/agent-sessions.js'
import type { WorkflowRunRow } from '../store/workflow-runs.js'
import type { WorkflowStores } from '../store/workflow-stores.js'
import { recordEvent } from './record-event.js'

type Store = Pick<WorkflowStores, 'workflowTriggers' | 'workflowEvents' | 'workflowRuns'>

const { chainLengthMax } = limits.workflow

/**
 * Records that a session reached a verdict. A session at the end of a long chain of workflows starts nothing further.
 * Call it in the transaction that ends the session.
 * @param now Unix milliseconds.
 */
export function recordVerdict(
  store: Store,
  { session, report, now }: { session: AgentSessionRow; report: SessionReport; now: number },
): void {
  const { id, organization_id: organizationId, origin_kind: origin } = session
  const { verdict, remediation, confidence, first_failing_service } = report
  const chain = origin === 'workflow_run' ? chainOf(store, session) : []
  if (chain.length >= chainLengthMax) return
  recordEvent(store, {
    organizationId,
    kind: 'session_verdict',
    key: id,
    attributes: { verdict, origin, workflow_ids: chain.join(' ') },
    context: {
      session: {
        id,
        origin,
        origin_id: session.origin_id,
        url: `/agents/${id}`,
        verdict,
        summary: report.summary.slice(0, limits.change.titleLengthMax),
        remediation,
        confidence,
        first_failing_service,
      },
    },
    occurredAt: now,
    now,
  })
}

/**
 * Returns the chain of workflows that led to a session, each run started by the verdict of the next; the session's own
 * workflow comes first.
 */
function chainOf({ workflowRuns }: Store, { id, organization_id: organizationId }: AgentSessionRow): string[] {
  const chain: string[] = []
  let run = workflowRuns.findBySession(id)
  while (run !== undefined && run.organization_id === organizationId && chain.length < chainLengthMax) {
    chain.push(run.workflow_id)
    const cause = causeOf(run)
    run = cause === undefined ? undefined : workflowRuns.findBySession(cause)
  }
  return chain
}

/** @returns the session whose verdict started a run. */
function causeOf({ triggered_by: triggeredBy, context }: WorkflowRunRow): string | undefined {
  const { event, session } = parseJsonObject(context) ?? {}
  if (triggeredBy !== 'event' || event !== 'session_verdict' || !isJsonObject(session)) return undefined
  return typeof session['id'] === 'string' ? session['id'] : undefined
}
