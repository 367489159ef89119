import { type FilledRule, minuteMs } from '@signalbox/contracts'
import { singleMeasurement, type Measurement } from '../measurement.js'
import type { Measuring } from './measuring.js'
import type { AlertRuleType } from './alert-rule-type.js'

export const newIssues: AlertRuleType<'new_issues'> = {
  measure,
  thresholdOf: (rule) => rule,
  describe: () => 'New issues',
}

const levelsCovered = { error: ['error', 'fatal'], warning: ['warning'], info: ['info', 'debug'] } as const

/** Counts issues that were first seen within the window. */
function measure(
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
