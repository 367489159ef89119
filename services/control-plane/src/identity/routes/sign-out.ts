import { signOut } from '@signalbox/contracts'
import { sessionCookieName } from '@signalbox/service-kit'
import { createPreparedRoute, type PreparedRoute } from '../../audit/prepared-route.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createSignOut({ store }: RouteDependencies): PreparedRoute {
  return createPreparedRoute(signOut, ({ caller, http }) =>
    Promise.resolve(() => {
      store.browserSessions.delete(caller.sessionId)
      const afterwards = () => {
        http.writeCookie({ name: sessionCookieName, value: '', maxAgeSeconds: 0 })
      }
      return { answer: null, afterwards }
    }),
  )
}
