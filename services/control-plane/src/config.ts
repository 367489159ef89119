import { join } from 'node:path'
import { limits, roles } from '@signalbox/contracts'
import {
  answeringSettings,
  artifactSettings,
  defineConfig,
  kafkaSettings,
  publicUrlSettings,
  rateLimitSettings,
  servingSettings,
  type ConfigOf,
} from '@signalbox/service-kit'

/** What operators can set of the control plane. */
export const controlPlaneSettings = defineConfig({
  dataDirectory: {
    env: 'SIGNALBOX_DATA_DIR',
    type: 'text',
    default: './data',
    description: 'Directory of everything that is stored',
  },
  secretKeyFile: {
    env: 'SIGNALBOX_SECRET_KEY_FILE',
    type: 'text',
    description:
      'File of the keys that secrets in the database are encrypted with. None: secret.key beside the database. Made when missing',
  },
  ...artifactSettings,
  artifactsBytesMax: {
    env: 'SIGNALBOX_ARTIFACTS_BYTES_MAX',
    type: 'integer',
    minimum: 1_048_576,
    maximum: Number.MAX_SAFE_INTEGER,
    default: limits.artifacts.keptBytesMax,
    description:
      'Most that the uploaded files of one organization may take, in bytes. Beyond: uploads are answered 409',
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
    description: 'API key with all scopes, made at the start when it is not known yet. Generated at the first start',
  },
  outboundAllow: {
    env: 'SIGNALBOX_OUTBOUND_ALLOW',
    type: 'list',
    default: [],
    description: 'Addresses and ranges, such as 10.0.0.0/8, that notices may go to although they are not public',
  },
  smtpUrl: {
    env: 'SIGNALBOX_SMTP_URL',
    type: 'text',
    pattern: /smtps?:\/\/\S+/i,
    expected: 'a URL such as smtps://user:password@mail.example.com',
    secret: true,
    description: 'Mail server of notices by e-mail. None: there are no such notices',
  },
  smtpFrom: {
    env: 'SIGNALBOX_SMTP_FROM',
    type: 'text',
    description: 'Sender of notices by e-mail, such as Signalbox <signalbox@example.com>',
  },
  securityContact: {
    env: 'SIGNALBOX_SECURITY_CONTACT',
    type: 'text',
    pattern: /(?:mailto:|https:\/\/|tel:)\S+/,
    expected: 'a URL such as mailto:security@example.com',
    description:
      'Where finders of a vulnerability turn to, shown at /.well-known/security.txt. None: that is not served',
  },
  oidcIssuer: {
    env: 'SIGNALBOX_OIDC_ISSUER',
    type: 'url',
    description: 'Issuer of the OpenID Connect provider that people sign in at. None: they sign in with passwords only',
  },
  oidcClientId: {
    env: 'SIGNALBOX_OIDC_CLIENT_ID',
    type: 'text',
    description: 'Client id at the provider; its redirect address is <public URL>/api/v1/auth/oidc/callback/',
  },
  oidcClientSecret: {
    env: 'SIGNALBOX_OIDC_CLIENT_SECRET',
    type: 'text',
    secret: true,
    description: 'Client secret at the provider. None: a public client, which PKCE protects',
  },
  oidcAllowedDomains: {
    env: 'SIGNALBOX_OIDC_ALLOWED_DOMAINS',
    type: 'list',
    default: [],
    description: 'Domains of verified e-mail addresses that become members without an invitation',
  },
  oidcDefaultRole: {
    env: 'SIGNALBOX_OIDC_DEFAULT_ROLE',
    type: 'choice',
    choices: roles,
    default: 'viewer',
    description: 'Role of who becomes a member because of their domain',
  },
})
export type ControlPlaneConfig = ConfigOf<typeof controlPlaneSettings>

/** Every setting of the control plane as a process of its own. */
export const controlPlaneServiceSettings = defineConfig({
  ...servingSettings,
  ...controlPlaneSettings,
  ...answeringSettings,
  ...kafkaSettings,
  ...rateLimitSettings,
})
export type ControlPlaneServiceConfig = ConfigOf<typeof controlPlaneServiceSettings>

/** Where the control plane keeps its data. Backups and other tools rely on it. */
export function controlPlaneDirectory(dataDirectory: string): string {
  return join(dataDirectory, 'control-plane')
}
