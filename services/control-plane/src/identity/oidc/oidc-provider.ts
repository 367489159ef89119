import { limits, ServiceError } from '@signalbox/contracts'
import * as client from 'openid-client'
import { foldEmail } from '../tokens.js'
import type { OidcSettings } from './oidc-settings.js'

/** Secrets to remember while a person is at the provider, to validate their return. */
export interface OidcSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** An identity asserted by the provider. */
export interface OidcIdentity {
  issuer: string
  subject: string
  /** In lower case; undefined if the provider does not return one. */
  email: string | undefined
  /** True if the provider has verified the address. */
  isEmailVerified: boolean
  /** Empty if the provider does not return one. */
  name: string
}

/**
 * Signs people in through an identity provider: authorization code with PKCE, state and nonce (OpenID Connect Core
 * 1.0).
 */
export interface OidcProvider {
  /**
   * @returns the URL to redirect the browser to.
   * @throws ServiceError `unavailable` if the provider is unreachable.
   */
  begin(): Promise<{ url: string; secrets: OidcSecrets }>
  /**
   * @param callback Query of the browser's return.
   * @throws ServiceError `forbidden` if the provider or a check refuses, `unavailable` if the provider is unreachable.
   */
  finish(callback: URLSearchParams, secrets: OidcSecrets): Promise<OidcIdentity>
}

/** Discovers the provider's endpoints and keys at the first sign-in, and again after a failure. */
export function createOidcProvider(settings: OidcSettings, redirectUri: string): OidcProvider {
  let discovered: Promise<client.Configuration> | undefined
  const configuration = (): Promise<client.Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    begin: () =>
      translateFailures(async () => {
        const secrets = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          codeVerifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, secrets }
      }),
    finish: (callback, secrets) =>
      translateFailures(async () => {
        const returned = new URL(redirectUri)
        returned.search = callback.toString()
        return identify(await configuration(), returned, secrets)
      }),
  }
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const server = new URL(issuer)
  const authentication = clientSecret === undefined ? client.None() : undefined
  return client.discovery(server, clientId, clientSecret, authentication, {
    timeout: limits.signIn.providerTimeoutMs / 1_000,
    // Settings only allow http for this machine.
    execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  })
}

async function identify(configuration: client.Configuration, returned: URL, secrets: OidcSecrets) {
  const tokens = await client.authorizationCodeGrant(configuration, returned, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw refusal('it did not return an ID token')
  // Many providers return addresses only at their user-info endpoint.
  const hasEndpoint = configuration.serverMetadata().userinfo_endpoint !== undefined
  const told =
    'email' in claims || !hasEndpoint
      ? claims
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return toIdentity(claims, told)
}

function toIdentity({ iss, sub }: client.IDToken, told: Readonly<Record<string, unknown>>): OidcIdentity {
  const { email, name } = told
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === 'string' ? readEmail(email) : undefined,
    isEmailVerified: told['email_verified'] === true,
    name: typeof name === 'string' ? Array.from(name).slice(0, limits.text.nameLengthMax).join('') : '',
  }
}

function readEmail(email: string): string | undefined {
  const isAddress = email.length <= limits.signIn.emailLengthMax && /^[^@\s]+@[^@\s]+$/.test(email)
  return isAddress ? foldEmail(email) : undefined
}

/** Error responses of the provider are refusals; anything else means that it is unreachable. */
async function translateFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (isUnreachable(error)) {
      throw new ServiceError('unavailable', {
        detail: 'The identity provider is currently unreachable',
        retryAfterSeconds: 10,
        cause: error,
      })
    }
    throw refusal('it did not confirm this sign-in', error)
  }
}

/** Neither a response of the provider nor a failed check: `fetch` failed or timed out. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
}

function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('forbidden', { detail: `The identity provider rejected the sign-in: ${reason}`, cause })
}
