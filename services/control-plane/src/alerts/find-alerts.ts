import { ServiceError } from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertRow } from './store/alerts.js'
import type { MaintenanceWindowRow } from './store/maintenance-windows.js'
import type { AlertStores } from './store/alert-stores.js'

/**
 * Each function finds what a caller names by id, case-insensitive, and throws ServiceError `not-found` if it does not
 * exist or belongs to another organization.
 */

export function requireAlertRule(
  { alertRules }: Pick<AlertStores, 'alertRules'>,
  organizationId: string,
  id: string,
): AlertRuleRow {
  return alertRules.find(organizationId, id.toLowerCase()) ?? refuse('alert rule', id)
}

export function requireAlert({ alerts }: Pick<AlertStores, 'alerts'>, organizationId: string, id: string): AlertRow {
  return alerts.find(organizationId, id.toLowerCase()) ?? refuse('alert', id)
}

export function requireMaintenanceWindow(
  { maintenanceWindows }: Pick<AlertStores, 'maintenanceWindows'>,
  organizationId: string,
  id: string,
): MaintenanceWindowRow {
  return maintenanceWindows.find(organizationId, id.toLowerCase()) ?? refuse('maintenance window', id)
}

function refuse(what: string, id: string): never {
  throw new ServiceError('not-found', { detail: `No such ${what}: ${id}` })
}
