import { isDeeperThan, limits, ServiceError } from '@signalbox/contracts'
import type { IncomingMessage } from 'node:http'
import { cutWhenSlow } from './cut-when-slow.js'
import { readInflatedBody } from './read-inflated-body.js'

/** A JSON body with its size. */
export interface JsonBody {
  value: unknown
  /** Size after decompression. */
  bytes: number
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads and decompresses (gzip, deflate, br) a JSON body. Clients that send it too slowly are cut off.
 * @throws ServiceError `unsupported-media-type`, `unsupported-encoding`, `body-too-large`, `undecodable-body` or
 * `invalid-body`.
 */
export async function readJsonBody(req: IncomingMessage, bytesMax: number): Promise<JsonBody> {
  checkMediaType(req)
  const stopTiming = cutWhenSlow(req, () => req.socket.bytesRead)
  const bytes = await readInflatedBody(req, bytesMax).finally(stopTiming)
  if (bytes.length === 0) {
    throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: '', detail: 'a JSON body is required' }] })
  }
  return { value: parseJson(bytes), bytes: bytes.length }
}

function checkMediaType(req: IncomingMessage): void {
  const [mediaType = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^";\s]+)"?\s*$/.exec(parameter)?.[1])
    .find(Boolean)
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(mediaType.trim())
  if (isJson && (charset === undefined || charset === 'utf-8' || charset === 'utf8')) return
  throw new ServiceError('unsupported-media-type', { detail: 'The body must be application/json in UTF-8' })
}

function parseJson(bytes: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(decoder.decode(bytes))
  } catch (error) {
    throw invalidJson('must be valid JSON in UTF-8', error)
  }
  if (isDeeperThan(bytes, limits.body.jsonDepthMax)) {
    throw invalidJson(`must not be nested deeper than ${limits.body.jsonDepthMax} levels`)
  }
  return value
}

function invalidJson(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid-body', { faults: [{ in: 'body', name: '', detail }], cause })
}
