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
  summary: 'Ask for a mail with a link that sets a new password',
  description:
    `The answer is the same whether anybody has the address. The link works once, for ${validMinutes} minutes, and until` +
    ' another one is asked for. 404 when this installation sends no mail.',
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
  summary: 'Set a new password by the link of a mail',
  description:
    'Ends all sessions of the person, and signs nobody in: a second factor stays needed. 404 when the link is unknown,' +
    ' used or expired; it can be used again when the password is refused.',
  body: Closed({
    token: Type.String({ minLength: 1, maxLength: 128, description: 'The part of the link after `#`' }),
    new_password: NewPassword,
  }),
  status: 204,
  response: Type.Null(),
})
