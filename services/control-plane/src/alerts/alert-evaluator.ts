import { dayMs, limits, type Static, type TSchema, type AlertRuleSettings, minuteMs } from '@signalbox/contracts'
import type { Clock, Log } from '@signalbox/service-kit'
import type { QueryTelemetry } from '../telemetry-queries/query-telemetry.js'
import { createWorkLease } from '../scheduling/work-lease.js'
import type { AlertStores } from './store/alert-stores.js'
import { createScheduleCache } from '../scheduling/schedule.js'
import type { AlertContext } from './alert-context.js'
import { evaluateRule, type EvaluatedRule } from './evaluate-rule.js'
import { applyMeasurement } from './apply-measurement.js'
import { createSilenceLookup } from './silence-lookup.js'
import { createHash } from 'node:crypto'

export interface AlertEvaluatorOptions {
  store: AlertContext & Pick<AlertStores, 'engineLeases'>
  clock: Clock
  log: Log
  /** Identifies the process; different after every start. */
  owner: string
  /** Runs queries on behalf of an organization; without it, no rule is evaluated. */
  queryTelemetry?: QueryTelemetry
}

/**
 * Evaluates alert rules. It has no timers and no state outside the database, so it can be stopped at any point and
 * resumes where it left off.
 */
export interface AlertEvaluator {
  /**
   * Evaluates some of the rules that are due. No-op unless this process holds the lease.
   * @returns when to call it again, Unix milliseconds: immediately if more rules are due.
   * @throws ServiceError `unavailable`; a later call repeats whatever was not stored.
   */
  evaluateDue(): Promise<number>
  /** Releases the lease, so that another process can take over immediately. */
  release(): void
}

/** Number of rules whose results are stored in one transaction, and number of concurrent queries. */
const batchLength = 50
const concurrentQueries = 4
const leaseMs = 30_000
const housekeepingMs = 60_000
const pollMs = 500

export function createAlertEvaluator({
  store,
  clock,
  log,
  owner,
  queryTelemetry,
}: AlertEvaluatorOptions): AlertEvaluator {
  let lastHousekeepingAt: number | undefined
  const onLeaseLost = () => {
    lastHousekeepingAt = undefined
  }
  const lease = createWorkLease(store, { name: 'alerts', owner, leaseMs, log, onLeaseLost })
  const openSchedule = createScheduleCache()

  const runHousekeeping = (now: number): void => {
    if (lastHousekeepingAt !== undefined && Math.abs(now - lastHousekeepingAt) < housekeepingMs) return
    lastHousekeepingAt = now
    lease.guard(() => {
      store.alertRules.rebase(now)
      store.alerts.deleteBefore(now - limits.alert.historyDays * dayMs, batchLength)
    })
  }

  const work = async (context: QueryTelemetry, now: number): Promise<number> => {
    runHousekeeping(now)
    const due = store.alertRules.listDue(now, batchLength)
    if (due.length === 0) return now + pollMs
    const measuring = { queryTelemetry: shareResponses(context), store, now }
    const evaluated: EvaluatedRule[] = []
    for (let start = 0; start < due.length; start += concurrentQueries) {
      // Queries may take long; renew the lease, because this process is still alive.
      lease.hold(clock())
      const some = due.slice(start, start + concurrentQueries)
      evaluated.push(...(await Promise.all(some.map((row) => evaluateRule(measuring, { row, log })))))
    }
    lease.guard(() => {
      const silences = createSilenceLookup(store, { now, openSchedule })
      for (const one of evaluated) keep(store, one, { findSilence: silences, now })
    })
    return due.length < batchLength ? now + pollMs : now
  }

  return {
    evaluateDue: async () => {
      const now = clock()
      if (queryTelemetry === undefined) return now + leaseMs / 3
      return lease.whileHeldAsync(now, () => work(queryTelemetry, now))
    },
    release: () => {
      lease.release()
    },
  }
}

/** A rule that was changed during its query is evaluated again later. */
function keep(
  store: AlertContext,
  evaluated: EvaluatedRule,
  { findSilence, now }: { findSilence: ReturnType<typeof createSilenceLookup>; now: number },
): void {
  const row = store.alertRules.find(evaluated.row.organization_id, evaluated.row.id)
  if (row === undefined || row.due_at === null || row.updated_at !== evaluated.row.updated_at) return
  const { rule } = evaluated
  const dueAt = rule === undefined ? now + 60_000 : nextDue(row.organization_id, rule, now)
  if ('fault' in evaluated) store.alertRules.progress({ ...row, due_at: dueAt, fault: evaluated.fault })
  else
    applyMeasurement(store, {
      row,
      rule: evaluated.rule,
      measurement: evaluated.measurement,
      silence: findSilence(row),
      dueAt,
      now,
    })
}

/**
 * Runs identical queries only once, however many rules make them. Create one per `evaluateDue` call, to keep responses
 * fresh.
 */
function shareResponses(queryTelemetry: QueryTelemetry): QueryTelemetry {
  const responses = new Map<string, Promise<unknown>>()
  return <Response extends TSchema>(...[organizationId, contract, query]: Parameters<QueryTelemetry>) => {
    const key = JSON.stringify([organizationId, contract.id, query])
    const response = responses.get(key) ?? queryTelemetry(organizationId, contract, query)
    responses.set(key, response)
    // The same contract always has the same response type.
    return response as Promise<Static<Response>>
  }
}

/**
 * When to measure a rule next: once a minute. Rules are spread over the minute, but rules with the same query run
 * together, so that it runs once. @param now Unix milliseconds.
 */
function nextDue(organizationId: string, rule: AlertRuleSettings, now: number): number {
  const window = 'within_minutes' in rule ? rule.within_minutes : 0
  const question = JSON.stringify([organizationId, rule.kind, rule.project_id, window])
  const phase = createHash('sha256').update(question).digest().readUInt32BE(0) % minuteMs
  const intoMinute = (((now - phase) % minuteMs) + minuteMs) % minuteMs
  return now + minuteMs - intoMinute
}
