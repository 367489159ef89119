import type { ServerResponse } from 'node:http'
import { EnvelopeError, BodyError } from '@signalbox/envelope'
import { EventLogError } from '@signalbox/event-log'
import { ServiceError } from '@signalbox/contracts'
import { OverloadedError } from '@signalbox/service-kit'
import { UnsupportedEncoding } from '../requests/receive-body.js'
import { ProtocolError } from '../requests/protocol-error.js'

/** Headers that browsers need on every response. */
export const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Browser SDKs cannot see rate limits otherwise.
  'Access-Control-Expose-Headers': 'x-sentry-error, x-sentry-rate-limits, retry-after',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'origin, access-control-request-method, access-control-request-headers',
}

const preflight = {
  ...commonHeaders,
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': [
    'x-sentry-auth',
    'x-requested-with',
    'x-forwarded-for',
    'origin',
    'referer',
    'accept',
    'content-type',
    'authentication',
    'authorization',
    'content-encoding',
    'transfer-encoding',
  ].join(', '),
  'Access-Control-Max-Age': '3600',
  'Content-Length': '0',
}

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** When to retry if the log or the memory budget is full. */
const retryAfterSeconds = 5

/** Responds to a CORS preflight request. */
export function sendPreflight(res: ServerResponse): void {
  res.writeHead(200, preflight).end()
}

/** Responds 200 with the event id, or with an empty object if there is none. */
export function sendAccepted(res: ServerResponse, eventId: string | undefined): void {
  sendJson(res, 200, eventId === undefined ? '{}' : `{"id":"${eventId}"}`)
}

/** Responds without a body, for clients that do not read one. */
export function sendEmpty(res: ServerResponse, status: number): void {
  res.writeHead(status, { ...commonHeaders, 'Content-Length': '0' }).end()
}

/** Responds 200 with plain text. */
export function sendText(res: ServerResponse, text: string): void {
  const headers = { ...commonHeaders, 'Content-Type': 'text/plain; charset=utf-8' }
  res.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text)
}

/** Responds with a transparent 1×1 GIF to events sent as image URLs. */
export function sendPixel(res: ServerResponse): void {
  res.writeHead(200, { ...commonHeaders, 'Content-Type': 'image/gif', 'Content-Length': pixel.length }).end(pixel)
}

/** Sends an error response. */
export function sendRefusal(res: ServerResponse, error: ProtocolError): void {
  const causes = error.causes.length === 0 ? {} : { causes: error.causes }
  sendJson(res, error.status, JSON.stringify({ detail: error.message, ...causes }), error.headers)
}

function sendJson(res: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  res
    .writeHead(status, {
      ...commonHeaders,
      ...headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
}

/** @returns undefined for errors the protocol does not define, which are server-side faults. */
export function toProtocolError(error: unknown): ProtocolError | undefined {
  if (error instanceof ProtocolError) return error
  if (error instanceof EnvelopeError) return describeEnvelopeError(error)
  if (error instanceof BodyError) return describeBodyError(error)
  if (error instanceof UnsupportedEncoding) return new ProtocolError(415, 'unsupported content encoding')
  return isTemporary(error) ? notQueued() : undefined
}

function describeEnvelopeError({ causes, reason }: EnvelopeError): ProtocolError {
  return new ProtocolError(reason === 'too-large' ? 413 : 400, 'invalid event envelope', { causes })
}

function describeBodyError({ reason }: BodyError): ProtocolError {
  if (reason === 'too-large') return new ProtocolError(413, 'request body exceeded size limits')
  return new ProtocolError(400, 'failed to decode request body')
}

function isTemporary(error: unknown): boolean {
  if (error instanceof EventLogError || error instanceof OverloadedError) return true
  return error instanceof ServiceError && error.status === 503
}

function notQueued(): ProtocolError {
  return new ProtocolError(503, 'failed to queue envelope', { headers: { 'Retry-After': String(retryAfterSeconds) } })
}
