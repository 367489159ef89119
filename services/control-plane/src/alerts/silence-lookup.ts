import { limits, type AlertSilence, type MaintenanceWindowRequest } from '@signalbox/contracts'
import type { AlertRuleRow } from './store/alert-rules.js'
import type { AlertStores } from './store/alert-stores.js'
import type { openSchedule } from '../scheduling/schedule.js'
import { readWindow, findSilence, timesOf } from './silences.js'

/**
 * Creates a lookup of why alerts of a rule are silenced at one instant; the windows of an organization are read once.
 * @returns null for rules that are not silenced.
 */
export function createSilenceLookup(
  { maintenanceWindows }: Pick<AlertStores, 'maintenanceWindows'>,
  { now, openSchedule: open }: { now: number; openSchedule: typeof openSchedule },
): (rule: AlertRuleRow) => AlertSilence | null {
  const known = new Map<string, MaintenanceWindowRequest[]>()
  const readUnderWay = (organizationId: string) =>
    maintenanceWindows
      .list({ organizationId, limit: limits.capacity.maintenanceWindows.max, offset: 0 })
      .map(readWindow)
      .filter((window) => timesOf(window, now, open).isUnderWay)
  return (rule) => {
    const underWay = known.get(rule.organization_id) ?? readUnderWay(rule.organization_id)
    known.set(rule.organization_id, underWay)
    return findSilence(rule, underWay, now)
  }
}
