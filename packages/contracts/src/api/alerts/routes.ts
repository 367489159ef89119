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
