import type { FilledRule } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { countErrors } from '../../telemetry-queries/measure-errors.js'
import { windowBefore } from '../../telemetry-queries/window.js'
import { singleMeasurement, type Measurement } from '../measurement.js'
import { sumRequests } from './requests.js'

/** Error events of the window, or the part of its requests that failed. */
export async function measureErrorRate(context: QueryContext, rule: FilledRule<'error_rate'>): Promise<Measurement> {
  const { measure, within_minutes, level, service, project_id, requests_min = 1 } = rule
  if (measure === 'events') {
    const window = windowBefore(context.now, within_minutes)
    return singleMeasurement(await countErrors(context, { window, ...givenFilters({ level, project_id }) }))
  }
  const { requests, errors } = await sumRequests(context, { within_minutes, service, project_id })
  return singleMeasurement(requests < requests_min ? undefined : errors / requests)
}
