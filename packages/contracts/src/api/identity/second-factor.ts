import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { Passkey } from './passkeys.js'
import { Code, signInRoute } from './sign-in-fields.js'

const RecoveryCodes = Closed({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each code signs in once instead of an app code. Shown only once; they replace all earlier codes',
  }),
})
const noApp = 'Returns 404 if no authenticator app is set up.'

export const readSignInFactors = defineRoute({
  ...signInRoute,
  id: 'readSignInFactors',
  method: 'get',
  path: '/api/v1/auth/factors/',
  scope: 'signed-in',
  summary: 'Get your sign-in methods',
  status: 200,
  response: Closed({
    has_password: Type.Boolean(),
    totp_since: NullableOf({ ...Timestamp, description: 'When codes became required; null if they are not' }),
    recovery_codes_left: Type.Integer(),
    passkeys: Type.Array(Passkey),
  }),
})

export const startTotp = defineRoute({
  ...signInRoute,
  id: 'startTotp',
  method: 'post',
  path: '/api/v1/auth/totp/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Start setting up an authenticator app (RFC 6238)',
  description:
    'Nothing changes until a code from the app is confirmed; starting again replaces the secret. Returns 409 ' +
    'if an app is already set up: remove it first.',
  conflict: 'An authenticator app is already set up',
  status: 201,
  response: Closed({
    secret: Type.String({ description: 'Base32 secret to type into the app. Shown only once' }),
    uri: Type.String({ description: 'The same secret as an `otpauth:` URI, to display as a QR code' }),
  }),
})

export const confirmTotp = defineRoute({
  ...signInRoute,
  id: 'confirmTotp',
  method: 'post',
  path: '/api/v1/auth/totp/confirm/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Finish setting up the authenticator app',
  description:
    'From now on, signing in with the password also requires a code. Returns 404 if no setup was started. A ' +
    '400 response names the code if it is wrong.',
  body: Closed({ code: Code }),
  conflict: 'An authenticator app is already set up',
  status: 200,
  response: RecoveryCodes,
})

export const removeTotp = defineRoute({
  ...signInRoute,
  id: 'removeTotp',
  method: 'delete',
  path: '/api/v1/auth/totp/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Remove the authenticator app and its recovery codes',
  description: noApp,
  status: 204,
  response: Type.Null(),
})

export const createRecoveryCodes = defineRoute({
  ...signInRoute,
  id: 'createRecoveryCodes',
  method: 'post',
  path: '/api/v1/auth/recovery-codes/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: `Create ${limits.signIn.recoveryCodes} new recovery codes`,
  description: noApp,
  status: 201,
  response: RecoveryCodes,
})
