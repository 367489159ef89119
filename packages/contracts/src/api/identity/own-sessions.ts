import { Type, type Static } from 'typebox'
import { Closed, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { BrowserSession, Code, PasskeyAssertion, Password, signInRoute } from './sign-in-fields.js'

/** A browser session of the signed-in user. */
export const OwnSession = Closed({
  id: Type.String(),
  organization: Closed({ id: Type.String(), name: Type.String() }),
  is_current: Type.Boolean({ description: 'Whether this is the session of the current request' }),
  signed_in_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  address: Type.String({
    description: 'Address of the client that signed in (for IPv6, its network); empty if unknown',
  }),
  user_agent: Type.String({ description: 'Name of the browser; empty if unknown' }),
})

export const listSessions = defineRoute({
  ...signInRoute,
  id: 'listSessions',
  method: 'get',
  path: '/api/v1/auth/sessions/',
  scope: 'signed-in',
  summary: 'Your sessions in all your organizations, last used first',
  status: 200,
  response: Closed({ sessions: Type.Array(OwnSession) }),
})

export const revokeSession = defineRoute({
  ...signInRoute,
  id: 'revokeSession',
  method: 'delete',
  path: '/api/v1/auth/sessions/{browser_session_id}/',
  scope: 'signed-in',
  summary: 'End one of your sessions',
  params: Closed({ browser_session_id: Type.String({ format: 'uuid' }) }),
  status: 204,
  response: Type.Null(),
})

export const revokeOtherSessions = defineRoute({
  ...signInRoute,
  id: 'revokeOtherSessions',
  method: 'delete',
  path: '/api/v1/auth/sessions/',
  scope: 'signed-in',
  summary: 'End all your sessions except this one',
  status: 200,
  response: Closed({ ended: Type.Integer({ description: 'Number of ended sessions' }) }),
})

/** How a signed-in user confirms their identity. */
export const IdentityProof = Closed({
  password: Type.Optional(Password),
  code: Type.Optional(Code),
  passkey: Type.Optional(PasskeyAssertion),
})
export type IdentityProof = Static<typeof IdentityProof>

export const confirmSession = defineRoute({
  ...signInRoute,
  id: 'confirmSession',
  method: 'post',
  path: '/api/v1/auth/session/confirm/',
  scope: 'signed-in',
  summary: 'Confirm your identity for operations that require a recent sign-in',
  description:
    'Those operations are otherwise refused with 403 `confirmation-required`. Users with a passkey can send ' +
    '`passkey`. Otherwise send `code` if a second factor is set up, or `password` if not. Users with none of ' +
    'these sign in again at the identity provider. A 400 response names the wrong field.',
  body: IdentityProof,
  status: 200,
  response: BrowserSession,
})
