import { limits } from '@signalbox/contracts'
import { ipKeyGenerator } from 'express-rate-limit'
import type { Request, Response } from 'express'
import type { Cookies } from './cookies.js'

/** HTTP-level access for the few routes that sign people in and out. */
export interface HttpExchange {
  /**
   * The client's address, as given by a trusted proxy if there is one; for IPv6, the network assigned to one client.
   */
  readonly address: string
  /** The client's User-Agent, truncated for storage; empty if missing. */
  readonly userAgent: string
  /** @returns undefined if the request has no such cookie. */
  readCookie(name: string): string | undefined
  /** @param maxAgeSeconds How long the browser stores it; 0 deletes it. */
  writeCookie(cookie: { name: string; value: string; maxAgeSeconds: number }): void
}

/** @param cookies Undefined without sign-in: cookies are then neither read nor written. */
export function createHttpExchange(req: Request, res: Response, cookies: Cookies | undefined): HttpExchange {
  return {
    address: addressOf(req),
    userAgent: (req.headers['user-agent'] ?? '').slice(0, limits.signIn.userAgentLengthMax),
    readCookie: (name) => cookies?.read(req, name),
    writeCookie: (cookie) => cookies?.write(res, cookie),
  }
}

/** IPv6 addresses are reduced to their network, because one client has more of them than can be counted. */
export function addressOf(req: Request): string {
  return req.ip === undefined ? 'unknown' : ipKeyGenerator(req.ip)
}
