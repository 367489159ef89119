import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, OneOf, Open, Timestamp } from '../../schema.js'
import { EmailAddress } from './members.js'
import { RedirectAnswer } from '../http/redirect.js'
import { roles } from './roles.js'
import { apiScopes, defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'

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
})
export type BrowserSession = Static<typeof BrowserSession>

const { passwordLengthMin, passwordLengthMax } = limits.signIn

/** Any password that was ever allowed, so that it can still be checked. */
const Password = Type.String({ minLength: 1, maxLength: passwordLengthMax })
const NewPassword = Type.String({
  minLength: passwordLengthMin,
  maxLength: passwordLengthMax,
  description: `${passwordLengthMin} to ${passwordLengthMax} characters, not easy to guess and without the e-mail address`,
})
const OrganizationId = Type.String({ minLength: 1, maxLength: 64, description: 'One that the person belongs to' })
const InvitationToken = Type.String({ minLength: 1, maxLength: 128, description: 'The part of the link after `#`' })

const common = { tag: 'Sign-in', rateLimit: 'query' } as const

export const listSignInMethods = defineRoute({
  ...common,
  id: 'listSignInMethods',
  method: 'get',
  path: '/api/v1/auth/methods/',
  scope: 'public',
  summary: 'Ways to sign in',
  status: 200,
  response: Closed({
    password: Type.Boolean(),
    oidc: Type.Boolean({ description: 'Whether an identity provider is set up' }),
  }),
})

export const signIn = defineRoute({
  ...common,
  id: 'signIn',
  method: 'post',
  path: '/api/v1/auth/sign-in/',
  scope: 'public',
  summary: 'Sign in with a password',
  description:
    'Sets the cookie of a new session and ends the one that the request came with. Without `organization_id` it is the' +
    ' organization that the person joined first. Too many wrong attempts are answered 429 with `Retry-After`.',
  body: Closed({ email: EmailAddress, password: Password, organization_id: Type.Optional(OrganizationId) }),
  status: 200,
  response: BrowserSession,
})

export const acceptInvitation = defineRoute({
  ...common,
  id: 'acceptInvitation',
  method: 'post',
  path: '/api/v1/auth/invitations/accept/',
  scope: 'public',
  summary: 'Accept an invitation and sign in',
  description:
    'Who is not known yet chooses a password; who belongs to another organization already gives theirs. 404 when the' +
    ' invitation is unknown, used, revoked, expired or for another address.',
  body: Closed({
    token: InvitationToken,
    email: EmailAddress,
    password: NewPassword,
    name: Type.Optional(NameText('Name of the person; not for who is known already')),
  }),
  conflict: 'The address is a member already, or the organization has as many members as it may',
  status: 201,
  response: BrowserSession,
})

export const signOut = defineRoute({
  ...common,
  id: 'signOut',
  method: 'post',
  path: '/api/v1/auth/sign-out/',
  scope: 'signed-in',
  summary: 'End the session',
  status: 204,
  response: Type.Null(),
})

export const readBrowserSession = defineRoute({
  ...common,
  id: 'readBrowserSession',
  method: 'get',
  path: '/api/v1/auth/session/',
  scope: 'signed-in',
  summary: 'Who is signed in',
  status: 200,
  response: BrowserSession,
})

export const chooseOrganization = defineRoute({
  ...common,
  id: 'chooseOrganization',
  method: 'post',
  path: '/api/v1/auth/organization/',
  scope: 'signed-in',
  summary: 'Switch to another organization of the user',
  description: 'The session gets a new cookie. 404 when the person does not belong to the organization.',
  body: Closed({ organization_id: OrganizationId }),
  status: 200,
  response: BrowserSession,
})

export const changePassword = defineRoute({
  ...common,
  id: 'changePassword',
  method: 'post',
  path: '/api/v1/auth/password/',
  scope: 'signed-in',
  summary: 'Change the password',
  description:
    'Ends all sessions of the person and begins a new one. Who has no password yet may leave `current_password` out' +
    ' within ten minutes of signing in.',
  body: Closed({ current_password: Type.Optional(Password), new_password: NewPassword }),
  status: 200,
  response: BrowserSession,
})

export const startOidc = defineRoute({
  ...common,
  id: 'startOidc',
  method: 'post',
  path: '/api/v1/auth/oidc/start/',
  scope: 'public',
  summary: 'Start signing in with the identity provider',
  description: 'The browser goes to `url` and comes back to the callback. 404 when no provider is set up.',
  body: Closed({
    return_to: Type.Optional(
      Type.String({
        maxLength: limits.text.urlLengthMax,
        pattern: '^/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$',
        description: 'Path of this installation to go to when signed in',
      }),
    ),
    invitation_token: Type.Optional(InvitationToken),
  }),
  status: 200,
  response: Closed({ url: Type.String() }),
})

export const finishOidc = defineRoute({
  ...common,
  id: 'finishOidc',
  method: 'get',
  path: '/api/v1/auth/oidc/callback/',
  scope: 'public',
  summary: 'Where the identity provider sends the browser back to',
  description: 'Sets the cookie of a new session. Errors are passed to the sign-in page as its parameter `problem`.',
  // Providers add parameters of their own, such as `session_state`.
  query: Open({
    code: Type.Optional(Type.String({ maxLength: 4_096 })),
    state: Type.Optional(Type.String({ maxLength: 1_024 })),
    iss: Type.Optional(Type.String({ maxLength: 2_000 })),
    error: Type.Optional(Type.String({ maxLength: 1_024 })),
  }),
  status: 303,
  response: RedirectAnswer,
})
