import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse, serialize } from 'cookie'

/** The cookie of a browser session. */
export const sessionCookieName = 'signalbox_session'

/**
 * Cookies of an installation, for its own pages only: out of reach of scripts and of other sites. By HTTPS they are
 * `Secure` and have the prefix `__Host-`, so that no neighbouring host can plant them.
 */
export interface Cookies {
  /** @returns undefined when the request has no such cookie. */
  read(req: IncomingMessage, name: string): string | undefined
  /** @param maxAgeSeconds How long the browser keeps it; 0 takes it away. */
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
