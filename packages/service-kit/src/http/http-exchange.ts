import { limits } from '@signalbox/contracts'
import { ipKeyGenerator } from 'express-rate-limit'
import type { Request, Response } from 'express'
import type { Cookies } from './cookies.js'

/** The HTTP side of a request, for the few routes that sign people in and out. */
export interface HttpExchange {
  /** The client's address, as a trusted proxy names it where there is one; of IPv6 the network that one client has. */
  readonly address: string
  /** What the client calls itself, cut to a length that can be kept; empty when it does not say. */
  readonly userAgent: string
  /** @returns undefined when the request has no such cookie. */
  readCookie(name: string): string | undefined
  /** @param maxAgeSeconds How long the browser keeps it; 0 takes it away. */
  writeCookie(cookie: { name: string; value: string; maxAgeSeconds: number }): void
}

/** @param cookies Undefined where nobody can sign in: nothing is read or written then. */
export function createHttpExchange(req: Request, res: Response, cookies: Cookies | undefined): HttpExchange {
  return {
    address: addressOf(req),
    userAgent: (req.headers['user-agent'] ?? '').slice(0, limits.signIn.userAgentLengthMax),
    readCookie: (name) => cookies?.read(req, name),
    writeCookie: (cookie) => cookies?.write(res, cookie),
  }
}

/** Whoever has an IPv6 network has more addresses than can be counted. */
export function addressOf(req: Request): string {
  return req.ip === undefined ? 'unknown' : ipKeyGenerator(req.ip)
}
