import type { OtlpMeta, RetentionDays } from '@signalbox/contracts'
import type { RuleBudget } from '@signalbox/sentry-events'
import type { ProjectRules } from '../project/project-rules.js'

/** Context of the items in one OTLP request. */
export interface OtlpContext {
  meta: OtlpMeta
  retentionDays: RetentionDays
  /** Rules of the project; the defaults for telemetry without one. */
  rules: ProjectRules
  /** Remaining budget of the grouping rules in this batch. */
  ruleBudget: RuleBudget
  /** Identifies an item in the log by its position in the request; the same whenever the record is processed. */
  itemPosition: (itemIndex: number) => string
}
