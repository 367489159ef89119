import {
  acknowledgeAlert as acknowledgeAlertContract,
  changeAlertRule as changeAlertRuleContract,
  changeMaintenanceWindow,
  createAlertRule as createAlertRuleContract,
  createMaintenanceWindow,
  deleteAlertRule as deleteAlertRuleContract,
  deleteMaintenanceWindow,
  listAlertRules,
  listAlerts,
  listMaintenanceWindows,
  muteAlertRule as muteAlertRuleContract,
  readAlert,
  readAlertRule as readAlertRuleContract,
  testAlertRule,
  unmuteAlertRule,
} from '@signalbox/contracts'
import { type Clock, createPageLinks, createRoute, type Route } from '@signalbox/service-kit'
import { readTimeRange } from '../lists/time-range.js'
import { requireProject } from '../projects/find-project.js'
import type { QueryTelemetry } from '../telemetry-queries/query-telemetry.js'
import { acknowledgeAlert } from './acknowledge-alert.js'
import { toAlert } from './alert-shape.js'
import { requireAlert, requireAlertRule, requireMaintenanceWindow } from './find-alerts.js'
import { readMute } from './mute-request.js'
import { readAlertRule } from './rule-shape.js'
import type { AlertStores } from './store/alert-stores.js'
import { tryRule } from './try-rule.js'
import { changeAlertRule, createAlertRule, deleteAlertRule, muteAlertRule } from './write-rules.js'
import { changeWindow, createWindow, toMaintenanceWindow } from './write-windows.js'

/** Dependencies of the routes for alert rules, alerts and maintenance windows. */
export interface AlertRouteDependencies {
  store: AlertStores
  /** The base URL of DSNs and links. */
  publicUrl: string
  clock: Clock
  queryTelemetry: QueryTelemetry
}

/** Routes for alert rules, alerts and maintenance windows. */
export function createAlertRoutes(dependencies: AlertRouteDependencies): Route[] {
  return [
    ...createRuleRoutes(dependencies),
    ...createWindowRoutes(dependencies),
    ...createOpenedAlertRoutes(dependencies),
  ]
}

function createRuleRoutes({ store, publicUrl, clock, queryTelemetry }: AlertRouteDependencies): Route[] {
  return [
    createRoute(listAlertRules, ({ caller: { organizationId }, query }) => {
      const { project_id, name, kind, page, page_size: pageSize } = query
      const projectId = project_id && requireProject(store.projects, organizationId, project_id).id
      const filter = { organizationId, projectId, name, kind }
      const rows = store.alertRules.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.alertRules.count(filter)
      const { path } = listAlertRules
      const links = createPageLinks({ publicUrl, path, query: { project_id, name, kind }, page, pageSize, count })
      const now = clock()
      return { alert_rules: rows.map((row) => readAlertRule(store, row, now)), ...links }
    }),
    createRoute(createAlertRuleContract, ({ caller: { organizationId }, body }) => {
      const now = clock()
      return readAlertRule(store, createAlertRule(store, { organizationId, request: body, now }), now)
    }),
    createRoute(readAlertRuleContract, ({ caller, params }) =>
      readAlertRule(store, requireAlertRule(store, caller.organizationId, params.rule_id), clock()),
    ),
    createRoute(changeAlertRuleContract, ({ caller, params, body }) => {
      const row = requireAlertRule(store, caller.organizationId, params.rule_id)
      const now = clock()
      return readAlertRule(store, changeAlertRule(store, { row, change: body, now }), now)
    }),
    createRoute(deleteAlertRuleContract, ({ caller, params }) => {
      const row = requireAlertRule(store, caller.organizationId, params.rule_id)
      const now = clock()
      const rule = readAlertRule(store, row, now)
      deleteAlertRule(store, row, now)
      return rule
    }),
    createRoute(muteAlertRuleContract, ({ caller, params, body }) => {
      const row = requireAlertRule(store, caller.organizationId, params.rule_id)
      const now = clock()
      return readAlertRule(store, muteAlertRule(store, row, readMute(body, now)), now)
    }),
    createRoute(unmuteAlertRule, ({ caller, params }) => {
      const row = requireAlertRule(store, caller.organizationId, params.rule_id)
      return readAlertRule(store, muteAlertRule(store, row, null), clock())
    }),
    createRoute(testAlertRule, ({ caller: { organizationId }, params, body }) => {
      const row = requireAlertRule(store, organizationId, params.rule_id)
      const now = body.at === undefined ? clock() : new Date(body.at).getTime()
      return tryRule({ queryTelemetry, store, organizationId, now }, row)
    }),
  ]
}

function createWindowRoutes({ store, publicUrl, clock }: AlertRouteDependencies): Route[] {
  return [
    createRoute(listMaintenanceWindows, ({ caller: { organizationId }, query }) => {
      const { page, page_size: pageSize } = query
      const rows = store.maintenanceWindows.list({ organizationId, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.maintenanceWindows.count(organizationId)
      const links = createPageLinks({ publicUrl, path: listMaintenanceWindows.path, query: {}, page, pageSize, count })
      const now = clock()
      return { maintenance_windows: rows.map((row) => toMaintenanceWindow(row, now)), ...links }
    }),
    createRoute(createMaintenanceWindow, ({ caller: { organizationId }, body }) => {
      const now = clock()
      return toMaintenanceWindow(createWindow(store, { organizationId, request: body, now }), now)
    }),
    createRoute(changeMaintenanceWindow, ({ caller, params, body }) => {
      const row = requireMaintenanceWindow(store, caller.organizationId, params.window_id)
      const now = clock()
      return toMaintenanceWindow(changeWindow(store, { row, change: body, now }), now)
    }),
    createRoute(deleteMaintenanceWindow, ({ caller, params }) => {
      const row = requireMaintenanceWindow(store, caller.organizationId, params.window_id)
      store.maintenanceWindows.delete(row.id)
      return toMaintenanceWindow(row, clock())
    }),
  ]
}

function createOpenedAlertRoutes({ store, publicUrl, clock }: AlertRouteDependencies): Route[] {
  return [
    createRoute(listAlerts, ({ caller: { organizationId }, query }) => {
      const { page, page_size: pageSize, ...filters } = query
      const { state, severity, rule_id, project_id } = filters
      const projectId = project_id && requireProject(store.projects, organizationId, project_id).id
      const range = readTimeRange(query, clock())
      const filter = { organizationId, ...range, state, severity, ruleId: rule_id?.toLowerCase(), projectId }
      const rows = store.alerts.list({ ...filter, limit: pageSize, offset: (page - 1) * pageSize })
      const count = store.alerts.count(filter)
      const links = createPageLinks({ publicUrl, path: listAlerts.path, query: filters, page, pageSize, count })
      return { alerts: rows.map(toAlert), ...links }
    }),
    createRoute(readAlert, ({ caller, params }) =>
      toAlert(requireAlert(store, caller.organizationId, params.alert_id)),
    ),
    createRoute(acknowledgeAlertContract, ({ caller, params }) => {
      const alert = requireAlert(store, caller.organizationId, params.alert_id)
      return toAlert(acknowledgeAlert(store, { alert, caller, now: clock() }))
    }),
  ]
}
