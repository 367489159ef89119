import { createHmac, randomBytes } from 'node:crypto'

/** A secret of 256 random bits for a cookie or a link. Only its hash is kept: see `hashSecret`. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The token against forged requests: it belongs to one session, and says nothing about the session's secret. */
export function csrfTokenOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('signalbox csrf').digest('base64url')
}

/** E-mail addresses count as the same in upper and lower case. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}
