import type { Role } from '@signalbox/contracts'
import { ConfigError, type ConfigOf } from '@signalbox/service-kit'
import type { controlPlaneSettings } from '../../config.js'

/** An identity provider for sign-in, and who may join through it. */
export interface OidcSettings {
  /** As in the provider's discovery document. */
  issuer: string
  clientId: string
  /** Undefined for a public client. */
  clientSecret: string | undefined
  /** In lower case. Anyone with a verified address in one of them becomes a member, even without an invitation. */
  allowedDomains: readonly string[]
  /** Role of these members. */
  defaultRole: Role
}

type OidcConfig = Pick<
  ConfigOf<typeof controlPlaneSettings>,
  'oidcIssuer' | 'oidcClientId' | 'oidcClientSecret' | 'oidcAllowedDomains' | 'oidcDefaultRole'
>

/**
 * @returns undefined if no provider is configured.
 * @throws ConfigError for incomplete settings, or if tokens would travel unencrypted to another machine.
 */
export function readOidcSettings(config: OidcConfig): OidcSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = config
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined) {
    throw new ConfigError(['SIGNALBOX_OIDC_ISSUER and SIGNALBOX_OIDC_CLIENT_ID must be set together'])
  }
  if (!isProtected(new URL(issuer))) throw new ConfigError(['SIGNALBOX_OIDC_ISSUER must be an https URL'])
  const allowedDomains = config.oidcAllowedDomains.map((domain) => domain.toLowerCase())
  return { issuer, clientId, clientSecret, allowedDomains, defaultRole: config.oidcDefaultRole }
}

/** Traffic within this machine needs no encryption. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)
}
