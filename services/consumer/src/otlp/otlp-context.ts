import type { OtlpMeta, RetentionDays } from '@signalbox/contracts'
import type { RuleBudget } from '@signalbox/sentry-events'
import type { ProjectRules } from '../project/project-rules.js'

/** What surrounds the items of one request of OTLP. */
export interface OtlpContext {
  meta: OtlpMeta
  retentionDays: RetentionDays
  /** Of the project; the defaults for telemetry that belongs to none. */
  rules: ProjectRules
  /** What grouping by the rules may still take in this batch. */
  ruleBudget: RuleBudget
  /** Names an item in the log by its position in the request; the same whenever the record is processed. */
  itemPosition: (itemIndex: number) => string
}
