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
 * Every limit of the system with what happens at it. A limit that operators may set is a default here and is named
 * in the configuration of the service that enforces it.
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

/** Days until telemetry is dropped, by what it is. */
export type RetentionDays = Readonly<Record<keyof typeof limits.retentionDays, number>>
