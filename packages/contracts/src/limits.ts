import { alertingLimits } from './limits/alerting.js'
import { artifactLimits } from './limits/artifacts.js'
import { automationLimits } from './limits/automation.js'
import { capacityLimits } from './limits/capacity.js'
import { intakeLimits } from './limits/intake.js'
import { issuesLimits } from './limits/issues.js'
import { peopleLimits } from './limits/people.js'
import { projectsLimits } from './limits/projects.js'
import { queryLimits } from './limits/query.js'
import { servingLimits } from './limits/serving.js'
import { storageLimits } from './limits/storage.js'
import { telemetryLimits } from './limits/telemetry.js'

/**
 * All limits of the system, with the effect of exceeding them. Limits that operators can configure are defaults here;
 * the configuration of the enforcing service names them.
 */
export const limits = {
  ...intakeLimits,
  ...telemetryLimits,
  ...queryLimits,
  ...servingLimits,
  ...capacityLimits,
  ...peopleLimits,
  ...projectsLimits,
  ...issuesLimits,
  ...alertingLimits,
  ...automationLimits,
  ...storageLimits,
  ...artifactLimits,
} as const

/** Days until telemetry is deleted, by kind. */
export type RetentionDays = Readonly<Record<keyof typeof limits.retentionDays, number>>
