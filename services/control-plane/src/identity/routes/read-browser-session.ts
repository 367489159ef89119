import { readBrowserSession } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { readShownSession } from '../session-shape.js'
import { requireSession } from '../sign-in-member.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadBrowserSession({ store }: RouteDependencies): Route {
  return createRoute(readBrowserSession, ({ caller: { csrfToken }, http }) => {
    const { user_id: userId, member_id: memberId, expires_at: expiresAt } = requireSession(store, http)
    return readShownSession(store, { userId, memberId, expiresAt, csrfToken })
  })
}
