import { testNotificationChannel } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireChannel } from '../channels/find-channel.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createTestNotificationChannel({ store, notices }: RouteDependencies): Route {
  return createRoute(testNotificationChannel, ({ caller, params }) =>
    notices.test(requireChannel(store, caller.organizationId, params)),
  )
}
