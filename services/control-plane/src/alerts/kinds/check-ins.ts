import type { FilledRule, Monitor } from '@signalbox/contracts'
import { givenFilters, type QueryContext } from '../../telemetry-queries/query-context.js'
import { listMonitors } from '../../telemetry-queries/list-monitors.js'
import { nothingMeasured, type Measurement } from '../measurement.js'
import type { AlertRuleType } from './alert-rule-type.js'

export const checkIns: AlertRuleType<'check_ins'> = {
  measure,
  // Measured as 1 for bad and 0 for ok.
  thresholdOf: () => ({ is: 'above', value: 0 }),
  describe: () => 'Scheduled job',
  describeFault: ({ statuses }) => `not as expected (${statuses.join(', ')})`,
}

/** Scheduled jobs that did not do what was expected of them: 1 for those, 0 for the others. */
async function measure(context: QueryContext, rule: FilledRule<'check_ins'>): Promise<Measurement> {
  const { monitors: slugs, environment, project_id, statuses } = rule
  const { monitors, isComplete } = await listMonitors(context, givenFilters({ project_id, environment }))
  const meant = monitors.filter(({ slug }) => slugs?.includes(slug) ?? true)
  if (meant.length === 0) return nothingMeasured
  return {
    hasData: true,
    isComplete,
    subjects: meant.map(({ slug, project_id: project, environment: place, status }) => ({
      key: JSON.stringify([project, place, slug]),
      subject: place === '' ? slug : `${slug} (${place})`,
      value: valueOf(status, statuses),
    })),
  }
}

/** A run in progress says nothing about its outcome. */
function valueOf(status: Monitor['status'], bad: readonly string[]): number | undefined {
  if (bad.includes(status)) return 1
  return status === 'in_progress' || status === 'unknown' ? undefined : 0
}
