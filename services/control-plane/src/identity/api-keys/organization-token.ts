import { randomBytes } from 'node:crypto'

/** Claims in a token for Sentry's clients, which then need neither the URL nor the organization. */
export interface TokenClaims {
  /** Public root URL without a path. */
  url: string
  /** The organization's slug as used by the clients. */
  organization: string
  /** Unix milliseconds. */
  now: number
}

/**
 * Creates an API key in the form of Sentry's organization tokens: `sntrys_`, the claims in Base64 with padding, and 256
 * random bits in Base64 without padding.
 */
export function createOrganizationToken({ url, organization, now }: TokenClaims): string {
  const root = new URL(url).origin
  const claims = JSON.stringify({ iat: now / 1_000, url: root, region_url: root, org: organization })
  const secret = randomBytes(32).toString('base64').replaceAll('=', '')
  return `sntrys_${Buffer.from(claims).toString('base64')}_${secret}`
}
