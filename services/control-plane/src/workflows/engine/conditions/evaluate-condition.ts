import { ServiceError, toTimestamp } from '@signalbox/contracts'
import type { Clock, Log } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../../../telemetry-queries/query-telemetry.js'
import type { WorkLease } from '../../../scheduling/work-lease.js'
import type { WorkflowTriggerRow } from '../../store/workflow-triggers.js'
import { isCondition, readTrigger } from '../../triggers/trigger-definition.js'
import { decideOccurrence, type EngineStore } from '../decide-occurrence.js'
import { checkCondition, type Finding, type ConditionResult } from './check-condition.js'

export interface ConditionContext {
  store: EngineStore
  lease: WorkLease
  queryTelemetry: QueryTelemetry
  clock: Clock
  log: Log
}

const everyMs = 60_000
const faultLengthMax = 500

/**
 * Evaluates a condition and creates runs for its findings. A condition that was changed during the query is evaluated
 * again later.
 * @throws LeaseLost, ServiceError `unavailable`.
 */
export async function evaluateCondition(context: ConditionContext, row: WorkflowTriggerRow): Promise<void> {
  const { store, lease, clock } = context
  const result = await check(context, row)
  const now = clock()
  lease.guard(() => {
    const current = store.workflowTriggers.find(row.id)
    if (current?.active !== 1 || current.definition !== row.definition) return
    const next = { ...current, due_at: now + everyMs }
    if ('fault' in result) {
      store.workflowTriggers.progress({ ...next, fault: result.fault })
      return
    }
    for (const finding of result.findings) take(store, { row: current, finding, now })
    const holds = result.holds === undefined ? current.condition_holds : result.holds ? 1 : 0
    store.workflowTriggers.progress({ ...next, condition_holds: holds, fault: null })
  })
}

async function check(
  { queryTelemetry, clock, log }: ConditionContext,
  row: WorkflowTriggerRow,
): Promise<ConditionResult | { fault: string }> {
  const trigger = readTrigger(row)
  if (!isCondition(trigger)) throw new Error(`trigger ${row.id} is not a condition`)
  try {
    return await checkCondition(queryTelemetry, { organizationId: row.organization_id, trigger, now: clock() })
  } catch (error) {
    // The next evaluation may succeed; until then, the error is shown with the trigger.
    if (error instanceof ServiceError) return { fault: error.message.slice(0, faultLengthMax) }
    log.error({ err: error, trigger: row.id }, 'a condition could not be evaluated')
    return { fault: 'The query failed' }
  }
}

function take(
  store: EngineStore,
  { row, finding, now }: { row: WorkflowTriggerRow; finding: Finding; now: number },
): void {
  if (finding.key === undefined && row.condition_holds === 1) return
  const trigger = readTrigger(row)
  const key = finding.key ?? toTimestamp(now)
  const context = { event: row.kind, ...finding.context }
  decideOccurrence(store, { row, trigger, key, occurredAt: now, missedSince: null, context, now })
}
