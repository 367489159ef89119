import { recordChanges } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { recordChangeBatch } from '../changes/record-changes.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createRecordChanges({ store, clock }: RouteDependencies): Route {
  return createRoute(recordChanges, ({ caller: { organizationId }, body }) =>
    recordChangeBatch(store, { organizationId, items: body.changes, now: clock() }),
  )
}
