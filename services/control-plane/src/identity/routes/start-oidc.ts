import { limits, ServiceError, startOidc } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { oidcCookieName } from '../oidc/oidc-sign-in.js'
import type { RouteDependencies } from '../../route-dependencies.js'

/** Nothing is kept here, so there is nothing to audit but the end of it: `finish-oidc.ts`. */
export function createStartOidc({ identity: { oidc } }: RouteDependencies): Route {
  return createRoute(startOidc, async ({ body, http }) => {
    if (!oidc) throw new ServiceError('not-found', { detail: 'No identity provider is set up' })
    const { url, secrets } = await oidc.provider.begin()
    const { return_to: returnTo = '/', invitation_token: invitationToken } = body
    const sealed = oidc.seal.seal({ ...secrets, returnTo, invitationToken })
    const maxAgeSeconds = limits.signIn.providerMs / 1_000
    http.writeCookie({ name: oidcCookieName, value: sealed, maxAgeSeconds })
    return { url }
  })
}
