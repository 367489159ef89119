import type { FilledRule } from '@signalbox/contracts'
import { givenFilters, type Asking } from '../../telemetry-queries/asking.js'
import { countErrors } from '../../telemetry-queries/measure-errors.js'
import { windowBefore } from '../../telemetry-queries/window.js'
import { singleMeasurement, type Measurement } from '../measurement.js'
import { sumRequests } from './requests.js'

/** Error events of the window, or the part of its requests that failed. */
export async function measureErrorRate(asking: Asking, rule: FilledRule<'error_rate'>): Promise<Measurement> {
  const { measure, within_minutes, level, service, project_id, requests_min = 1 } = rule
  if (measure === 'events') {
    const window = windowBefore(asking.now, within_minutes)
    return singleMeasurement(await countErrors(asking, { window, ...givenFilters({ level, project_id }) }))
  }
  const { requests, errors } = await sumRequests(asking, { within_minutes, service, project_id })
  return singleMeasurement(requests < requests_min ? undefined : errors / requests)
}
