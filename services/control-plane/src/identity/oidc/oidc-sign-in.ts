import type { Clock } from '@signalbox/service-kit'
import { createOidcProvider, type OidcProvider } from './oidc-provider.js'
import type { OidcSettings } from './oidc-settings.js'
import { createSignInSeal, type SignInSeal } from './sign-in-seal.js'

/** What the routes need for sign-in through an identity provider. */
export interface OidcSignIn {
  provider: OidcProvider
  seal: SignInSeal
  settings: OidcSettings
}

/** Cookie that identifies a person on their return from the provider. */
export const oidcCookieName = 'signalbox_oidc'

export function createOidcSignIn(
  settings: OidcSettings,
  { publicUrl, clock }: { publicUrl: string; clock: Clock },
): OidcSignIn {
  const provider = createOidcProvider(settings, `${publicUrl}/api/v1/auth/oidc/callback/`)
  return { provider, settings, seal: createSignInSeal(clock) }
}
