import { ServiceError } from '@signalbox/contracts'
import type { ApiCaller } from '@signalbox/service-kit'
import { nameOfCaller } from '../identity/name-of-caller.js'
import type { AlertRow } from './store/alerts.js'
import type { AlertStores } from './store/alert-stores.js'

/**
 * Records who is handling an alert; the first acknowledgement wins. @param now Unix milliseconds.
 * @throws ServiceError `conflict` if the alert has ended.
 */
export function acknowledgeAlert(
  stores: Pick<AlertStores, 'alerts' | 'apiKeys'>,
  { alert, caller, now }: { alert: AlertRow; caller: ApiCaller; now: number },
): AlertRow {
  if (alert.acknowledged_at !== null) return alert
  if (alert.resolved_at !== null) throw new ServiceError('conflict', { detail: 'The alert has already ended' })
  const acknowledged = { ...alert, acknowledged_at: now, acknowledged_by: nameOfCaller(stores, caller) }
  stores.alerts.update(acknowledged)
  return acknowledged
}
