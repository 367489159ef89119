import type { ControlPlaneDatabase } from '../../database/database.js'
import type { NotificationStores } from '../../notifications/store/notification-stores.js'
import { createAlertRuleStore, type AlertRuleStore } from './alert-rules.js'
import { createAlertSubjectStore, type AlertSubjectStore } from './alert-subjects.js'
import { createAlertStore, type AlertStore } from './alerts.js'
import { createMaintenanceWindowStore, type MaintenanceWindowStore } from './maintenance-windows.js'

/** The tables of alert rules, alerts and maintenance windows. */
export interface AlertTables {
  alertRules: AlertRuleStore
  alertSubjects: AlertSubjectStore
  alerts: AlertStore
  maintenanceWindows: MaintenanceWindowStore
}

/** All tables that this domain reads and writes: its own and those of the domains below it. */
export interface AlertStores extends AlertTables, NotificationStores {}

export function createAlertTables(database: ControlPlaneDatabase): AlertTables {
  return {
    alertRules: createAlertRuleStore(database),
    alertSubjects: createAlertSubjectStore(database),
    alerts: createAlertStore(database),
    maintenanceWindows: createMaintenanceWindowStore(database),
  }
}
