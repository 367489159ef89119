import type { RouteContract } from '../http/route.js'
import {
  changeMaintenanceWindow,
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  listMaintenanceWindows,
} from './alert-maintenance.js'
import {
  changeAlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  muteAlertRule,
  readAlertRule,
  testAlertRule,
  unmuteAlertRule,
} from './alert-rules.js'
import { acknowledgeAlert, listAlerts, readAlert } from './alerts.js'

export * from './alert-maintenance.js'
export * from './alert-rule-file.js'
export * from './alert-rule-kinds.js'
export * from './alert-rule-settings.js'
export * from './alert-rules.js'
export * from './alerts.js'

/** Routes of this domain, in documentation order. */
export const alertRoutes: readonly RouteContract[] = [
  listAlerts,
  listAlertRules,
  createAlertRule,
  readAlertRule,
  changeAlertRule,
  deleteAlertRule,
  muteAlertRule,
  unmuteAlertRule,
  testAlertRule,
  listMaintenanceWindows,
  createMaintenanceWindow,
  changeMaintenanceWindow,
  deleteMaintenanceWindow,
  readAlert,
  acknowledgeAlert,
]
