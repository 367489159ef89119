import { limits, type SessionReport } from '@signalbox/contracts'
import type { AgentSessionRow } from '../../sessions/store/agent-sessions.js'
import type { WorkflowStores } from '../store/workflow-stores.js'
import { recordEvent } from './record-event.js'

type Store = Pick<WorkflowStores, 'workflowTriggers' | 'workflowEvents' | 'workflowRuns'>

/** A session came to a verdict. To be called in the transaction that ends it. @param now Unix milliseconds. */
export function recordVerdict(
  store: Store,
  { session, report, now }: { session: AgentSessionRow; report: SessionReport; now: number },
): void {
  const { id, organization_id: organizationId, origin_kind: origin } = session
  const { verdict, remediation, confidence, first_failing_service } = report
  const run = origin === 'workflow_run' ? store.workflowRuns.findBySession(id) : undefined
  recordEvent(store, {
    organizationId,
    kind: 'session_verdict',
    key: id,
    attributes: { verdict, origin, workflow_id: run?.workflow_id ?? null },
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
