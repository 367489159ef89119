import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { EmailAddress } from './members.js'
import { NewPassword, signInRoute } from './sign-in-fields.js'

const validMinutes = limits.signIn.passwordResetMs / 60_000

export const requestPasswordReset = defineRoute({
  ...signInRoute,
  id: 'requestPasswordReset',
  method: 'post',
  path: '/api/v1/auth/password-reset/',
  scope: 'public',
  summary: 'Request an e-mail with a password reset link',
  description:
    `The response is the same whether or not the address is known. The link works once, for ${validMinutes} ` +
    'minutes, and until another one is requested. Returns 404 if this installation does not send e-mail.',
  body: Closed({ email: EmailAddress }),
  status: 204,
  response: Type.Null(),
})

export const resetPassword = defineRoute({
  ...signInRoute,
  id: 'resetPassword',
  method: 'post',
  path: '/api/v1/auth/password-reset/finish/',
  scope: 'public',
  summary: 'Set a new password using a reset link',
  description:
    "Ends all of the user's sessions and does not sign in: a second factor is still required. Returns 404 if " +
    'the link is unknown, used or expired. The link stays valid if the password is rejected.',
  body: Closed({
    token: Type.String({ minLength: 1, maxLength: 128, description: 'The part of the link after `#`' }),
    new_password: NewPassword,
  }),
  status: 204,
  response: Type.Null(),
})
