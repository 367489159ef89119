import type { IncomingMessage, ServerResponse } from 'node:http'
import { createId } from '@signalbox/contracts'
import type { Clock } from '../clock.js'

const headerName = 'X-Request-Id'
const sane = /^[\w.:/+=-]{1,128}$/

/** Uses the caller's `X-Request-Id` if it is harmless, else generates one. The response carries it in both cases. */
export function assignRequestId(req: IncomingMessage, res: ServerResponse, clock: Clock): string {
  const given = req.headers['x-request-id']
  const requestId = typeof given === 'string' && sane.test(given) ? given : createId(clock())
  res.setHeader(headerName, requestId)
  return requestId
}

/** Returns the assigned id; empty if there is none. */
export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader(headerName) ?? '')
}
