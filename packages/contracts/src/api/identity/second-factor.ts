import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { Code, signInRoute } from './sign-in-fields.js'

const RecoveryCodes = Closed({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each signs in once in place of a code of the app. Shown once; they replace those before',
  }),
})
const noApp = '404 when no authenticator app is set up.'

export const readSignInFactors = defineRoute({
  ...signInRoute,
  id: 'readSignInFactors',
  method: 'get',
  path: '/api/v1/auth/factors/',
  scope: 'signed-in',
  summary: 'What you sign in with',
  status: 200,
  response: Closed({
    has_password: Type.Boolean(),
    totp_since: NullableOf({ ...Timestamp, description: 'Since when a code is needed; null when none is' }),
    recovery_codes_left: Type.Integer(),
  }),
})

export const startTotp = defineRoute({
  ...signInRoute,
  id: 'startTotp',
  method: 'post',
  path: '/api/v1/auth/totp/',
  scope: 'signed-in',
  needsConfirmation: true,
  summary: 'Begin to set up an authenticator app (RFC 6238)',
  description:
    'Nothing changes until a code of the app has been confirmed; to begin again replaces the secret. 409 when an app is' +
    ' set up already: remove it first.',
  conflict: 'An authenticator app is set up already',
  status: 201,
  response: Closed({
    secret: Type.String({ description: 'To type into the app, in base 32. Shown once' }),
    uri: Type.String({ description: 'The same as `otpauth:` address, to be shown as a QR code' }),
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
  description: `From now on the password needs a code as well. 404 when nobody has begun. 400 names the code when it is wrong.`,
  body: Closed({ code: Code }),
  conflict: 'An authenticator app is set up already',
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
  summary: 'Remove the authenticator app, and the recovery codes with it',
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
  summary: `Make ${limits.signIn.recoveryCodes} recovery codes anew`,
  description: noApp,
  status: 201,
  response: RecoveryCodes,
})
