import { Type } from 'typebox'
import { Closed, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { BrowserSession, Code, Password, signInRoute } from './sign-in-fields.js'

/** A browser in which somebody is signed in. */
export const OwnSession = Closed({
  id: Type.String(),
  organization: Closed({ id: Type.String(), name: Type.String() }),
  is_current: Type.Boolean({ description: 'Whether it is the session of this request' }),
  signed_in_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  address: Type.String({ description: 'Of the client that signed in, of IPv6 its network; empty when unknown' }),
  user_agent: Type.String({ description: 'What the browser called itself; empty when unknown' }),
})

export const listSessions = defineRoute({
  ...signInRoute,
  id: 'listSessions',
  method: 'get',
  path: '/api/v1/auth/sessions/',
  scope: 'signed-in',
  summary: 'Where you are signed in, in all your organizations, last used first',
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
  summary: 'End all your sessions but this one',
  status: 200,
  response: Closed({ ended: Type.Integer({ description: 'Sessions that this ended' }) }),
})

export const confirmSession = defineRoute({
  ...signInRoute,
  id: 'confirmSession',
  method: 'post',
  path: '/api/v1/auth/session/confirm/',
  scope: 'signed-in',
  summary: 'Confirm who you are, for what needs a recent sign-in',
  description:
    'Such requests are refused with 403 `confirmation-required`. Who has a second factor sends `code`; who has none' +
    ' sends `password`; who has neither signs in again at the identity provider. 400 names the field that is wrong.',
  body: Closed({ password: Type.Optional(Password), code: Type.Optional(Code) }),
  status: 200,
  response: BrowserSession,
})
