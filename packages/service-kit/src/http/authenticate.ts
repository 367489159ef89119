import { timingSafeEqual } from 'node:crypto'
import { ServiceError, type RouteAccess } from '@signalbox/contracts'
import type { Request } from 'express'
import type { ApiCaller, KeyDirectory, SessionDirectory, SignedInCaller } from '../directory.js'
import { readApiKey } from './api-key.js'
import { checkOrigin, isSafe } from './check-origin.js'
import { sessionCookieName, type Cookies } from './cookies.js'

/** What people need to sign in with a browser. */
export interface BrowserGuards {
  sessions: SessionDirectory
  cookies: Cookies
  /** Where browsers reach the installation. */
  publicUrl: string
}

/** Who may come in: API keys, and browsers where there is a way to sign in. */
export interface CallerGuards {
  keys: KeyDirectory
  browser?: BrowserGuards
  onRefusedKey?: RefusedKeyObserver
}

/** Told of every API key that is refused. Must not throw. */
export type RefusedKeyObserver = (refused: {
  secret: string
  /** Of the client. */
  address: string
  requestId: string
}) => void

/**
 * Finds out who calls. An `Authorization` header counts before a cookie, so that a program is never taken for the
 * person whose browser it shares.
 * @returns undefined for public routes, which nobody has to be known to.
 * @throws ServiceError `unauthenticated`, `forged-request`, or `forbidden` for an API key where a person is needed.
 */
export async function authenticate(
  req: Request,
  access: RouteAccess,
  { keys, browser }: CallerGuards,
): Promise<ApiCaller | undefined> {
  if (access === 'public') {
    checkOrigin(req, browser?.publicUrl)
    return undefined
  }
  const isProgram = browser === undefined || req.headers.authorization !== undefined
  const caller = isProgram ? await findKey(req, keys) : await findPerson(req, browser)
  if (!caller)
    throw new ServiceError('unauthenticated', { detail: 'Send `Authorization: Bearer <API key>`, or sign in' })
  if (isProgram && access === 'signed-in') {
    throw new ServiceError('forbidden', { detail: 'Only available to signed-in users, not to API keys' })
  }
  return caller
}

async function findKey(req: Request, keys: KeyDirectory): Promise<ApiCaller | undefined> {
  const key = readApiKey(req.headers.authorization)
  return key === undefined ? undefined : keys.findApiKey(key)
}

async function findPerson(req: Request, { sessions, cookies, publicUrl }: BrowserGuards) {
  const secret = cookies.read(req, sessionCookieName)
  const caller = secret === undefined ? undefined : await sessions.findSession(secret)
  if (caller) {
    checkOrigin(req, publicUrl)
    checkToken(req, caller)
  }
  return caller
}

/** A page of another site can send the cookie along at most; the token it cannot know. */
function checkToken(req: Request, { csrfToken }: SignedInCaller): void {
  if (isSafe(req)) return
  const given = Buffer.from(req.get('x-csrf-token') ?? '')
  const expected = Buffer.from(csrfToken)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new ServiceError('forged-request', { detail: "The X-CSRF-Token header must contain the session's token" })
}
