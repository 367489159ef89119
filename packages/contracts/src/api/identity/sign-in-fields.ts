import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Timestamp } from '../../schema.js'
import { apiScopes } from '../http/route.js'
import { roles } from './roles.js'

/** What the routes by which people sign in have in common. */
export const signInRoute = { tag: 'Sign-in', rateLimit: 'query' } as const

const OrganizationOfMember = Closed({ id: Type.String(), name: Type.String(), role: OneOf(roles) })

/** What a browser is told about whoever is signed in with it. */
export const BrowserSession = Closed({
  member_id: Type.String(),
  email: Type.String(),
  name: Type.String({ description: 'Empty when none was given' }),
  organization: OrganizationOfMember,
  scopes: Type.Array(OneOf(apiScopes), { description: 'What the role allows' }),
  organizations: Type.Array(OrganizationOfMember, { description: 'All that the person belongs to, by name' }),
  has_password: Type.Boolean({ description: 'False for users who sign in through an identity provider only' }),
  csrf_token: Type.String({ description: 'Send it as `X-CSRF-Token` with every request other than GET' }),
  expires_at: { ...Timestamp, description: 'The session ends then at the latest' },
  has_second_factor: Type.Boolean({ description: 'Whether signing in with the password needs a code as well' }),
  confirmed_until: {
    ...Timestamp,
    description: 'What needs a recent sign-in can be done until then; later after `POST /api/v1/auth/session/confirm/`',
  },
})
export type BrowserSession = Static<typeof BrowserSession>

const { passwordLengthMin, passwordLengthMax, codeLengthMax } = limits.signIn

/** Any password that was ever allowed, so that it can still be checked. */
export const Password = Type.String({ minLength: 1, maxLength: passwordLengthMax })
export const NewPassword = Type.String({
  minLength: passwordLengthMin,
  maxLength: passwordLengthMax,
  description: `${passwordLengthMin} to ${passwordLengthMax} characters, not easy to guess and without the e-mail address`,
})
export const Code = Type.String({
  minLength: 6,
  maxLength: codeLengthMax,
  description: 'The six digits that the authenticator app shows now, or a recovery code',
})
