import { finishOidc, Redirect, ServiceError } from '@signalbox/contracts'
import type { HttpExchange } from '@signalbox/service-kit'
import { createPreparedRoute, type Commit, type PreparedRoute } from '../audit/prepared-route.js'
import { admitIdentity } from './oidc/admit-identity.js'
import type { OidcIdentity } from './oidc/oidc-provider.js'
import { oidcCookieName, type OidcSignIn } from './oidc/oidc-sign-in.js'
import type { PendingSignIn } from './oidc/sign-in-seal.js'
import { signInMember } from './sign-in-member.js'
import type { IdentityRouteDependencies } from './route-dependencies.js'

/** Always redirects the browser to a page: the response is seen by a person, not a program. */
export function createFinishOidcRoute(dependencies: IdentityRouteDependencies): PreparedRoute {
  const { identity, publicUrl, log } = dependencies
  return createPreparedRoute(finishOidc, async ({ query, http }) => {
    const sealed = http.readCookie(oidcCookieName)
    http.writeCookie({ name: oidcCookieName, value: '', maxAgeSeconds: 0 })
    const pending = sealed === undefined ? undefined : identity.oidc?.seal.open(sealed)
    if (!identity.oidc || !pending) return () => ({ answer: toSignInPage(publicUrl, 'sign-in-expired') })
    try {
      const found = await identity.oidc.provider.finish(toSearch(query), pending)
      return commitArrival(dependencies, { oidc: identity.oidc, pending, identity: found, http })
    } catch (err) {
      log.warn({ err }, 'a sign-in through the identity provider failed')
      return () => ({ answer: toSignInPage(publicUrl, problemOf(err)) })
    }
  })
}

interface Return {
  oidc: OidcSignIn
  pending: PendingSignIn
  identity: OidcIdentity
  http: HttpExchange
}

function commitArrival(
  { store, publicUrl, clock }: IdentityRouteDependencies,
  { oidc: { settings }, pending, identity, http }: Return,
): Commit<Redirect> {
  const { invitationToken, returnTo } = pending
  return () => {
    const now = clock()
    try {
      // A nested transaction, because the outer one is committed even if nobody is admitted.
      return store.transact(() => {
        const { member, user } = admitIdentity(store, { identity, invitationToken, settings, now })
        const signedIn = signInMember(store, { member, email: user.email, http, now })
        return { ...signedIn, answer: new Redirect(`${publicUrl}${returnTo}`) }
      })
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error
      return { answer: toSignInPage(publicUrl, 'not-a-member') }
    }
  }
}

function toSearch(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, text] of Object.entries(query)) {
    if (typeof text === 'string') search.set(name, text)
  }
  return search
}

function problemOf(error: unknown): string {
  return error instanceof ServiceError && error.code === 'unavailable' ? 'provider-unavailable' : 'provider-refused'
}

function toSignInPage(publicUrl: string, problem: string): Redirect {
  return new Redirect(`${publicUrl}/sign-in?problem=${problem}`)
}
