import { timingSafeEqual } from 'node:crypto'
import { ServiceError, type RouteAccess } from '@signalbox/contracts'
import type { Request } from 'express'
import type { ApiCaller, KeyDirectory, SessionDirectory, SignedInCaller } from '../directory.js'
import { readApiKey } from './api-key.js'
import { checkOrigin, isSafe } from './check-origin.js'
import { sessionCookieName, type Cookies } from './cookies.js'

/** Dependencies of browser sign-in. */
export interface BrowserGuards {
  sessions: SessionDirectory
  cookies: Cookies
  /** URL at which browsers reach the installation. */
  publicUrl: string
}

/** Accepted callers: API keys, and browsers if sign-in is available. */
export interface CallerGuards {
  keys: KeyDirectory
  browser?: BrowserGuards
  onRefusedKey?: RefusedKeyObserver
}

/** Called for every refused API key. Must not throw. */
export type RefusedKeyObserver = (refused: {
  secret: string
  /** Address of the client. */
  address: string
  requestId: string
}) => void

/**
 * Identifies the caller. An `Authorization` header takes precedence over a cookie, so that a program is never mistaken
 * for the person whose browser it shares.
 * @returns undefined for public routes, which do not identify callers.
 * @throws ServiceError `unauthenticated`, `forged-request`, or `forbidden` for an API key on a route that requires a
 * person.
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

/** A page of another site can make the browser send the cookie, but it cannot know the token. */
function checkToken(req: Request, { csrfToken }: SignedInCaller): void {
  if (isSafe(req)) return
  const given = Buffer.from(req.get('x-csrf-token') ?? '')
  const expected = Buffer.from(csrfToken)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new ServiceError('forged-request', { detail: "The X-CSRF-Token header must contain the session's token" })
}
