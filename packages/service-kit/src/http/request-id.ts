import type { IncomingMessage, ServerResponse } from 'node:http'
import { createId } from '@signalbox/contracts'
import type { Clock } from '../clock.js'

const headerName = 'X-Request-Id'
const sane = /^[\w.:/+=-]{1,128}$/

/** Takes the caller's `X-Request-Id` when it is harmless, else makes one; the answer carries it either way. */
export function assignRequestId(req: IncomingMessage, res: ServerResponse, clock: Clock): string {
  const given = req.headers['x-request-id']
  const requestId = typeof given === 'string' && sane.test(given) ? given : createId(clock())
  res.setHeader(headerName, requestId)
  return requestId
}

/** The id that was assigned; empty when none was. */
export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader(headerName) ?? '')
}
