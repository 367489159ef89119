import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Open, Timestamp } from '../../schema.js'
import { apiScopes } from '../http/route.js'
import { roles } from './roles.js'

/** Common properties of the sign-in routes. */
export const signInRoute = { tag: 'Sign-in', rateLimit: 'query' } as const

const OrganizationOfMember = Closed({ id: Type.String(), name: Type.String(), role: OneOf(roles) })

/** What a browser learns about its signed-in user. */
export const BrowserSession = Closed({
  member_id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'Empty if not provided' }),
  organization: OrganizationOfMember,
  scopes: Type.Array(OneOf(apiScopes), { description: 'Scopes granted by the role' }),
  organizations: Type.Array(OrganizationOfMember, { description: "All of the user's organizations, ordered by name" }),
  has_password: Type.Boolean({ description: 'False for users who can only sign in through an identity provider' }),
  csrf_token: Type.String({ description: 'Send as `X-CSRF-Token` with every request other than GET' }),
  expires_at: { ...Timestamp, description: 'When the session expires at the latest' },
  has_second_factor: Type.Boolean({ description: 'Whether signing in with the password also requires a code' }),
  confirmed_until: {
    ...Timestamp,
    description:
      'Operations that require a recent sign-in are allowed until then; extend it with `POST ' +
      '/api/v1/auth/session/confirm/`',
  },
})
export type BrowserSession = Static<typeof BrowserSession>

const { passwordLengthMin, passwordLengthMax, codeLengthMax } = limits.signIn

/** Any password that was ever allowed, so that old ones can still be verified. */
export const Password = Type.String({ minLength: 1, maxLength: passwordLengthMax })
export const NewPassword = Type.String({
  minLength: passwordLengthMin,
  maxLength: passwordLengthMax,
  description: `${passwordLengthMin} to ${passwordLengthMax} characters, hard to guess, and without the e-mail address`,
})
export const Code = Type.String({
  minLength: 6,
  maxLength: codeLengthMax,
  description: 'The six digits shown by the authenticator app, or a recovery code',
})
export const OrganizationId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "One of the user's organizations",
})

export const Base64Url = Type.String({
  minLength: 1,
  maxLength: limits.signIn.passkeyFieldLengthMax,
  pattern: '^[\\w-]+$',
})

/** `toJSON()` of the result of `navigator.credentials.get()`. */
export const PasskeyAssertion = Open({
  id: Base64Url,
  response: Open({ clientDataJSON: Base64Url, authenticatorData: Base64Url, signature: Base64Url }),
})
export type PasskeyAssertion = Static<typeof PasskeyAssertion>
