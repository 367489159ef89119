import { type FilledRule, minuteMs } from '@signalbox/contracts'
import { singleMeasurement, type Measurement } from '../measurement.js'
import type { Measuring } from './measuring.js'

const levelsCovered = { error: ['error', 'fatal'], warning: ['warning'], info: ['info', 'debug'] } as const

/** Issues that were first seen within the window. */
export function measureNewIssues(
  { store, organizationId, now }: Pick<Measuring, 'store' | 'organizationId' | 'now'>,
  { within_minutes, level, environment, project_id }: FilledRule<'new_issues'>,
): Promise<Measurement> {
  const count = store.newIssues.count({
    organizationId,
    projectId: project_id,
    levels: level === undefined ? undefined : levelsCovered[level],
    environment,
    startMs: now - within_minutes * minuteMs,
    endMs: now,
  })
  return Promise.resolve(singleMeasurement(count))
}
