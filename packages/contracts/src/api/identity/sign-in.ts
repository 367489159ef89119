import { Type } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, Open } from '../../schema.js'
import { EmailAddress } from './members.js'
import { RedirectResponse } from '../http/redirect.js'
import { defineRoute } from '../http/route.js'
import { NameText } from '../http/texts.js'
import { BrowserSession, Code, NewPassword, OrganizationId, Password, signInRoute } from './sign-in-fields.js'

const InvitationToken = Type.String({ minLength: 1, maxLength: 128, description: 'The part of the link after `#`' })

export const listSignInMethods = defineRoute({
  ...signInRoute,
  id: 'listSignInMethods',
  method: 'get',
  path: '/api/v1/auth/methods/',
  scope: 'public',
  summary: 'Get the available sign-in methods',
  status: 200,
  response: Closed({
    password: Type.Boolean(),
    oidc: Type.Boolean({ description: 'Whether an identity provider is set up' }),
    passkeys: Type.Boolean({ description: 'Whether browsers accept the public address for passkeys' }),
    password_reset: Type.Boolean({ description: 'Whether forgotten passwords can be reset by e-mail' }),
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
    'Sets the cookie of a new session and ends the session the request was sent with. Without ' +
    '`organization_id`, signs in to the organization the user joined first. 401 `second-factor-required` ' +
    'means the password was correct: repeat the request with `code`. Too many failed attempts return 429 ' +
    'with `Retry-After`.',
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
    'New users choose a password. Users who belong to another organization send their existing password, and ' +
    'a code if they have a second factor. Returns 404 if the invitation is unknown, used, revoked, expired ' +
    'or for another address.',
  body: Closed({
    token: InvitationToken,
    email: EmailAddress,
    password: NewPassword,
    code: Type.Optional(Code),
    name: Type.Optional(NameText("The user's name; not for existing users")),
  }),
  conflict: 'The address is already a member, or the organization has reached its limit of members',
  status: 201,
  response: BrowserSession,
})

export const signOut = defineRoute({
  ...signInRoute,
  id: 'signOut',
  method: 'post',
  path: '/api/v1/auth/sign-out/',
  scope: 'signed-in',
  summary: 'Sign out',
  status: 204,
  response: Type.Null(),
})

export const readBrowserSession = defineRoute({
  ...signInRoute,
  id: 'readBrowserSession',
  method: 'get',
  path: '/api/v1/auth/session/',
  scope: 'signed-in',
  summary: 'Get the signed-in user',
  status: 200,
  response: BrowserSession,
})

export const chooseOrganization = defineRoute({
  ...signInRoute,
  id: 'chooseOrganization',
  method: 'post',
  path: '/api/v1/auth/organization/',
  scope: 'signed-in',
  summary: "Switch to another of the user's organizations",
  description: 'The session gets a new cookie. Returns 404 if the user does not belong to the organization.',
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
    "Ends all of the user's sessions and starts a new one. Users without a password may omit " +
    '`current_password` while `confirmed_until` is in the future.',
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
  description:
    'Open `url` in the browser; the identity provider redirects to the callback. Returns 404 if no provider ' +
    'is set up.',
  body: Closed({
    return_to: Type.Optional(
      Type.String({
        maxLength: limits.text.urlLengthMax,
        pattern: '^/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$',
        description: 'Path of this installation to open after signing in',
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
  summary: 'Callback of the identity provider',
  description: 'Sets the cookie of a new session. Errors are passed to the sign-in page in the `problem` parameter.',
  // Providers add their own parameters, such as `session_state`.
  query: Open({
    code: Type.Optional(Type.String({ maxLength: 4_096 })),
    state: Type.Optional(Type.String({ maxLength: 1_024 })),
    iss: Type.Optional(Type.String({ maxLength: 2_000 })),
    error: Type.Optional(Type.String({ maxLength: 1_024 })),
  }),
  status: 303,
  response: RedirectResponse,
})
