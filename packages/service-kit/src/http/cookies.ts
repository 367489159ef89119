import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse, serialize } from 'cookie'

/** Cookie of a browser session. */
export const sessionCookieName = 'signalbox_session'

/**
 * Cookies for the installation's own pages, inaccessible to scripts and other sites. With HTTPS they are `Secure` and
 * have the prefix `__Host-`, so that no sibling host can set them.
 */
export interface Cookies {
  /** @returns undefined if the request has no such cookie. */
  read(req: IncomingMessage, name: string): string | undefined
  /** @param maxAgeSeconds How long the browser stores it; 0 deletes it. */
  write(res: ServerResponse, cookie: { name: string; value: string; maxAgeSeconds: number }): void
}

/** @param publicUrl Where browsers reach the installation. */
export function createCookies(publicUrl: string): Cookies {
  const secure = new URL(publicUrl).protocol === 'https:'
  const fullName = (name: string): string => (secure ? `__Host-${name}` : name)
  return {
    read: (req, name) => parse(req.headers.cookie ?? '')[fullName(name)],
    write: (res, { name, value, maxAgeSeconds: maxAge }) => {
      const cookie = serialize(fullName(name), value, { httpOnly: true, sameSite: 'lax', path: '/', secure, maxAge })
      res.appendHeader('Set-Cookie', cookie)
    },
  }
}
