import { listSignInMethods } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createListSignInMethods({ identity }: RouteDependencies): Route {
  return createRoute(listSignInMethods, () => ({ password: true, oidc: identity.oidc !== undefined }))
}
