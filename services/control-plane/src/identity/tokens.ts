import { createHmac, randomBytes } from 'node:crypto'

/** Creates a secret of 256 random bits for a cookie or a link. Only its hash is stored: see `hashSecret`. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Derives the CSRF token of a session; it reveals nothing about the session's secret. */
export function csrfTokenOf(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('signalbox csrf').digest('base64url')
}

/** E-mail addresses are compared without regard to case. */
export function foldEmail(email: string): string {
  return email.toLowerCase()
}
