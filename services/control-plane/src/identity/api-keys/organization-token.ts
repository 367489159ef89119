import { randomBytes } from 'node:crypto'

/** What a token says to Sentry's clients, which then need neither the address nor the organization. */
export interface TokenClaims {
  /** Public root address, without a path. */
  url: string
  /** Name of the organization as clients know it. */
  organization: string
  /** Unix milliseconds. */
  now: number
}

/**
 * An API key in the form of Sentry's organization tokens: `sntrys_`, what it says in base 64 with padding, and 256
 * random bits in base 64 without.
 */
export function createOrganizationToken({ url, organization, now }: TokenClaims): string {
  const root = new URL(url).origin
  const claims = JSON.stringify({ iat: now / 1_000, url: root, region_url: root, org: organization })
  const secret = randomBytes(32).toString('base64').replaceAll('=', '')
  return `sntrys_${Buffer.from(claims).toString('base64')}_${secret}`
}
