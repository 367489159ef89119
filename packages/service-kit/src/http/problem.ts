import type { ServerResponse } from 'node:http'
import { errorCatalogue, ServiceError, type Problem } from '@signalbox/contracts'

/**
 * Converts an error to a problem for the client. Errors other than `ServiceError` become `internal` and reveal nothing
 * about their cause.
 */
export function toProblem(error: unknown, requestId: string): Problem {
  const { code, detail, faults } = error instanceof ServiceError ? error : new ServiceError('internal')
  return {
    type: `urn:signalbox:problem:${code}`,
    title: errorCatalogue[code].title,
    status: errorCatalogue[code].status,
    ...(detail === undefined ? {} : { detail }),
    code,
    request_id: requestId,
    ...(faults.length === 0 ? {} : { errors: [...faults] }),
  }
}

/**
 * Responds with an error as `application/problem+json`, with `WWW-Authenticate` and `Retry-After` where applicable.
 * Headers that are already set are kept. If the response has started, cuts the connection, so that no client takes it
 * for complete.
 */
export function sendProblem(res: ServerResponse, error: unknown, requestId: string): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const body = JSON.stringify(toProblem(error, requestId))
  const code = error instanceof ServiceError ? error.code : 'internal'
  res.statusCode = errorCatalogue[code].status
  if (code === 'unauthenticated') res.setHeader('WWW-Authenticate', 'Bearer')
  if (error instanceof ServiceError && error.retryAfterSeconds !== undefined) {
    res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)))
  }
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/problem+json; charset=utf-8')
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.end(body)
}
