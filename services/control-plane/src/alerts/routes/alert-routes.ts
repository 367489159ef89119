import type { Route } from '@signalbox/service-kit'
import { createAcknowledgeAlert } from './acknowledge-alert.js'
import { createChangeAlertRule } from './change-alert-rule.js'
import { createChangeMaintenanceWindow } from './change-maintenance-window.js'
import { createCreateAlertRule } from './create-alert-rule.js'
import { createCreateMaintenanceWindow } from './create-maintenance-window.js'
import { createDeleteAlertRule } from './delete-alert-rule.js'
import { createDeleteMaintenanceWindow } from './delete-maintenance-window.js'
import { createListAlertRules } from './list-alert-rules.js'
import { createListAlerts } from './list-alerts.js'
import { createListMaintenanceWindows } from './list-maintenance-windows.js'
import { createMuteAlertRule } from './mute-alert-rule.js'
import { createReadAlertRule } from './read-alert-rule.js'
import { createReadAlert } from './read-alert.js'
import { createTestAlertRule } from './test-alert-rule.js'
import { createUnmuteAlertRule } from './unmute-alert-rule.js'
import type { RouteDependencies } from '../../route-dependencies.js'

/** Alert rules, alerts and maintenance windows; paths of words stand before those with an id. */
export function createAlertRoutes(dependencies: RouteDependencies): Route[] {
  return [
    createListAlertRules(dependencies),
    createCreateAlertRule(dependencies),
    createReadAlertRule(dependencies),
    createChangeAlertRule(dependencies),
    createDeleteAlertRule(dependencies),
    createMuteAlertRule(dependencies),
    createUnmuteAlertRule(dependencies),
    createTestAlertRule(dependencies),
    createListAlerts(dependencies),
    createListMaintenanceWindows(dependencies),
    createCreateMaintenanceWindow(dependencies),
    createChangeMaintenanceWindow(dependencies),
    createDeleteMaintenanceWindow(dependencies),
    createReadAlert(dependencies),
    createAcknowledgeAlert(dependencies),
  ]
}
