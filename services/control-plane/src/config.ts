import { join } from 'node:path'
import { limits, roles } from '@signalbox/contracts'
import {
  internalApiSettings,
  artifactSettings,
  defineConfig,
  kafkaSettings,
  publicUrlSettings,
  rateLimitSettings,
  servingSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

/** Settings of the control plane for operators. */
export const controlPlaneSettings = defineConfig({
  dataDirectory: {
    env: 'SIGNALBOX_DATA_DIR',
    type: 'text',
    default: './data',
    description: 'Directory for all stored data',
  },
  secretKeyFile: {
    env: 'SIGNALBOX_SECRET_KEY_FILE',
    type: 'text',
    description:
      'File with the keys that encrypt secrets in the database. Default: secret.key next to the database. ' +
      'Created if missing',
  },
  ...artifactSettings,
  artifactsBytesMax: {
    env: 'SIGNALBOX_ARTIFACTS_BYTES_MAX',
    type: 'integer',
    minimum: 1_048_576,
    maximum: Number.MAX_SAFE_INTEGER,
    default: limits.artifacts.keptBytesMax,
    description:
      "Maximum total size of one organization's uploaded files, in bytes. Uploads beyond it are rejected with 409",
  },
  ...publicUrlSettings,
  bootstrapApiKey: {
    env: 'SIGNALBOX_BOOTSTRAP_API_KEY',
    type: 'text',
    lengthMin: 8,
    lengthMax: 256,
    pattern: /[\x21-\x7e]+/,
    expected: '8 to 256 visible ASCII characters without spaces',
    secret: true,
    description:
      'API key with all scopes, created at startup if it does not exist. By default, one is generated on first ' +
      'start',
  },
  outboundAllow: {
    env: 'SIGNALBOX_OUTBOUND_ALLOW',
    type: 'list',
    default: [],
    description:
      'Addresses and ranges, such as 10.0.0.0/8, that notifications may be sent to even though they are not ' +
      'public',
  },
  smtpUrl: {
    env: 'SIGNALBOX_SMTP_URL',
    type: 'text',
    pattern: /smtps?:\/\/\S+/i,
    expected: 'a URL such as smtps://user:password@mail.example.com',
    secret: true,
    description: 'Mail server for e-mail notifications. Default: no e-mail is sent',
  },
  smtpFrom: {
    env: 'SIGNALBOX_SMTP_FROM',
    type: 'text',
    description: 'Sender of e-mail notifications, such as Signalbox <signalbox@example.com>',
  },
  securityContact: {
    env: 'SIGNALBOX_SECURITY_CONTACT',
    type: 'text',
    pattern: /(?:mailto:|https:\/\/|tel:)\S+/,
    expected: 'a URL such as mailto:security@example.com',
    description: 'Contact for vulnerability reports, published at /.well-known/security.txt. Default: not published',
  },
  oidcIssuer: {
    env: 'SIGNALBOX_OIDC_ISSUER',
    type: 'url',
    description: 'Issuer of the OpenID Connect provider for single sign-on. Default: users sign in with passwords only',
  },
  oidcClientId: {
    env: 'SIGNALBOX_OIDC_CLIENT_ID',
    type: 'text',
    description: 'Client id at the provider; register the redirect URI <public URL>/api/v1/auth/oidc/callback/',
  },
  oidcClientSecret: {
    env: 'SIGNALBOX_OIDC_CLIENT_SECRET',
    type: 'text',
    secret: true,
    description: 'Client secret at the provider. Default: a public client, protected by PKCE',
  },
  oidcAllowedDomains: {
    env: 'SIGNALBOX_OIDC_ALLOWED_DOMAINS',
    type: 'list',
    default: [],
    description: 'Domains of verified e-mail addresses that can join without an invitation',
  },
  oidcDefaultRole: {
    env: 'SIGNALBOX_OIDC_DEFAULT_ROLE',
    type: 'choice',
    choices: roles,
    default: 'viewer',
    description: 'Role of members who join through their e-mail domain',
  },
})
export type ControlPlaneConfig = ConfigOf<typeof controlPlaneSettings>

/** All settings of the control plane when it runs as its own process. */
export const controlPlaneServiceSettings = defineConfig({
  ...servingSettings,
  ...controlPlaneSettings,
  ...internalApiSettings,
  ...kafkaSettings,
  ...rateLimitSettings,
})
export type ControlPlaneServiceConfig = ConfigOf<typeof controlPlaneServiceSettings>

/** The data directory of the control plane. Backups and other tools depend on it. */
export function controlPlaneDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'control-plane')
}
