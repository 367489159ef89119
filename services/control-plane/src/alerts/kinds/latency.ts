import { compareOperations, limits, type FilledRule } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { windowBefore } from '../../telemetry-queries/window.js'
import { singleMeasurement, type Measurement } from '../measurement.js'
import { sumRequests } from './requests.js'
import type { AlertRuleType } from './alert-rule-type.js'

export const latency: AlertRuleType<'p95_latency'> = {
  measure,
  thresholdOf: (rule) => rule,
  describe: ({ service, operation }) => `p95 of ${operation === undefined ? service : `${service} ${operation}`} in ms`,
}

/** 95th percentile of the durations of a service or one of its operations, in milliseconds. */
async function measure(context: QueryContext, rule: FilledRule<'p95_latency'>): Promise<Measurement> {
  const { within_minutes, service, operation, project_id, requests_min } = rule
  if (operation !== undefined) return measureOperation(context, { ...rule, operation })
  const { requests, p95Ms } = await sumRequests(context, { within_minutes, service, project_id })
  return singleMeasurement(requests < requests_min ? undefined : p95Ms)
}

async function measureOperation(
  { queryTelemetry, organizationId, now }: QueryContext,
  rule: FilledRule<'p95_latency'> & { operation: string },
): Promise<Measurement> {
  const { within_minutes, service, operation, project_id, requests_min } = rule
  const window = windowBefore(now, within_minutes)
  // The entire window lies after the instant that separates the two ranges.
  const query = {
    ...window,
    split: window.start,
    limit: limits.query.operationsLimitMax,
    ...givenFilters({ project_id }),
  }
  const { operations } = await queryTelemetry(organizationId, compareOperations, query)
  const found = operations.find((one) => one.service === service && one.operation === operation)
  const isEnough = found !== undefined && found.after.calls >= requests_min
  return singleMeasurement(isEnough ? found.after.p95_ms : undefined)
}
