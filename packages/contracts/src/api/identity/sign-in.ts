import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Open } from '../../schema.js'
import { EmailAddress } from './members.js'
import { RedirectAnswer } from '../http/redirect.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { BrowserSession, Code, NewPassword, Password, signInRoute } from './sign-in-fields.js'

const OrganizationId = Type.String({ minLength: 1, maxLength: 64, description: 'One that the person belongs to' })
const InvitationToken = Type.String({ minLength: 1, maxLength: 128, description: 'The part of the link after `#`' })

export const listSignInMethods = defineRoute({
  ...signInRoute,
  id: 'listSignInMethods',
  method: 'get',
  path: '/api/v1/auth/methods/',
  scope: 'public',
  summary: 'Ways to sign in',
  status: 200,
  response: Closed({
    password: Type.Boolean(),
    oidc: Type.Boolean({ description: 'Whether an identity provider is set up' }),
    password_reset: Type.Boolean({ description: 'Whether a forgotten password can be reset by mail' }),
  }),
})

export const signIn = defineRoute({
  ...signInRoute,
  id: 'signIn',
  method: 'post',
  path: '/api/v1/auth/sign-in/',
  scope: 'public',
  summary: 'Sign in with a password',
  description:
    'Sets the cookie of a new session and ends the one that the request came with. Without `organization_id` it is the' +
    ' organization that the person joined first. 401 `second-factor-required` means that the password was right: send it' +
    ' again with `code`. Too many wrong attempts are answered 429 with `Retry-After`.',
  body: Closed({
    email: EmailAddress,
    password: Password,
    code: Type.Optional(Code),
    organization_id: Type.Optional(OrganizationId),
  }),
  status: 200,
  response: BrowserSession,
})

export const acceptInvitation = defineRoute({
  ...signInRoute,
  id: 'acceptInvitation',
  method: 'post',
  path: '/api/v1/auth/invitations/accept/',
  scope: 'public',
  summary: 'Accept an invitation and sign in',
  description:
    'Who is not known yet chooses a password; who belongs to another organization already gives theirs, and a code where' +
    ' signing in needs one. 404 when the invitation is unknown, used, revoked, expired or for another address.',
  body: Closed({
    token: InvitationToken,
    email: EmailAddress,
    password: NewPassword,
    code: Type.Optional(Code),
    name: Type.Optional(NameText('Name of the person; not for who is known already')),
  }),
  conflict: 'The address is a member already, or the organization has as many members as it may',
  status: 201,
  response: BrowserSession,
})

export const signOut = defineRoute({
  ...signInRoute,
  id: 'signOut',
  method: 'post',
  path: '/api/v1/auth/sign-out/',
  scope: 'signed-in',
  summary: 'End the session',
  status: 204,
  response: Type.Null(),
})

export const readBrowserSession = defineRoute({
  ...signInRoute,
  id: 'readBrowserSession',
  method: 'get',
  path: '/api/v1/auth/session/',
  scope: 'signed-in',
  summary: 'Who is signed in',
  status: 200,
  response: BrowserSession,
})

export const chooseOrganization = defineRoute({
  ...signInRoute,
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
  ...signInRoute,
  id: 'changePassword',
  method: 'post',
  path: '/api/v1/auth/password/',
  scope: 'signed-in',
  summary: 'Change the password',
  description:
    'Ends all sessions of the person and begins a new one. Who has no password yet may leave `current_password` out' +
    ' while `confirmed_until` is ahead.',
  body: Closed({ current_password: Type.Optional(Password), new_password: NewPassword }),
  status: 200,
  response: BrowserSession,
})

export const startOidc = defineRoute({
  ...signInRoute,
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
  ...signInRoute,
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
