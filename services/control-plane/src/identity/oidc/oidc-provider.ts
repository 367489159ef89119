import { limits, ServiceError } from '@signalbox/contracts'
import * as client from 'openid-client'
import { foldEmail } from '../tokens.js'
import type { OidcSettings } from './oidc-settings.js'

/** What must be remembered while somebody is away at the provider, to know their return by. */
export interface OidcSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Whom the provider vouches for. */
export interface OidcIdentity {
  issuer: string
  subject: string
  /** In lower case; undefined when the provider says none. */
  email: string | undefined
  /** Whether the provider says that the address is theirs. */
  isEmailVerified: boolean
  /** Empty when the provider says none. */
  name: string
}

/** Signs people in at an identity provider: authorization code with PKCE, state and nonce (OpenID Connect Core 1.0). */
export interface OidcProvider {
  /**
   * @returns where the browser must go.
   * @throws ServiceError `unavailable` when the provider cannot be asked.
   */
  begin(): Promise<{ url: string; secrets: OidcSecrets }>
  /**
   * @param callback The query that the browser came back with.
   * @throws ServiceError `forbidden` when the provider or the checks refuse, `unavailable` when it cannot be asked.
   */
  finish(callback: URLSearchParams, secrets: OidcSecrets): Promise<OidcIdentity>
}

/** The provider is asked for its addresses and keys when the first person signs in, and again after a failure. */
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
    // Settings admit it for this machine only.
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
  // Many providers tell addresses at their user-info endpoint only.
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

/** What the provider answered is a refusal; anything else means that it cannot be reached. */
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

/** Neither an answer of the provider nor a check that failed: `fetch` gave up, or the time was over. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
}

function refusal(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('forbidden', { detail: `The identity provider rejected the sign-in: ${reason}`, cause })
}
