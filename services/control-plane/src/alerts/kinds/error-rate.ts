import type { FilledRule } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { countErrors } from '../../telemetry-queries/measure-errors.js'
import { windowBefore } from '../../telemetry-queries/window.js'
import { singleMeasurement, type Measurement } from '../measurement.js'
import { sumRequests } from './requests.js'
import { ofName, ruleFault, type AlertRuleType } from './alert-rule-type.js'

export const errorRate: AlertRuleType<'error_rate'> = {
  measure,
  thresholdOf: (rule) => rule,
  describe: ({ measure: measured, service }) =>
    measured === 'events' ? 'Error events' : `Ratio of failed requests${ofName(service)}`,
  variants: { by: 'measure', fields: { events: ['level'], share: ['service', 'requests_min'] } },
  findFaults: ({ measure: measured, value }) =>
    measured === 'share' && (value < 0 || value > 1) ? [ruleFault('value', 'must be between 0 and 1')] : [],
}

/** Number of error events in the window, or the fraction of its requests that failed. */
async function measure(context: QueryContext, rule: FilledRule<'error_rate'>): Promise<Measurement> {
  const { measure: measured, within_minutes, level, service, project_id, requests_min = 1 } = rule
  if (measured === 'events') {
    const window = windowBefore(context.now, within_minutes)
    return singleMeasurement(await countErrors(context, { window, ...givenFilters({ level, project_id }) }))
  }
  const { requests, errors } = await sumRequests(context, { within_minutes, service, project_id })
  return singleMeasurement(requests < requests_min ? undefined : errors / requests)
}
