import { limits, ServiceError } from '@signalbox/contracts'
import express, { type Request, type RequestHandler, type Response } from 'express'

/** A JSON body and what it took. */
export interface JsonBody {
  value: unknown
  /** Bytes after inflation. */
  bytes: number
}

const readBytes: RequestHandler = express.raw({ type: () => true, limit: limits.body.jsonBytesMax, inflate: true })
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads and inflates (gzip, deflate, br) a JSON body.
 * @throws ServiceError `unsupported-media-type`, `unsupported-encoding`, `body-too-large`, `undecodable-body` or
 * `invalid-body`.
 */
export async function readJsonBody(req: Request, res: Response): Promise<JsonBody> {
  checkMediaType(req)
  await new Promise<void>((resolve, reject) => {
    readBytes(req, res, (error?: unknown) => {
      if (error === undefined) resolve()
      else reject(toServiceError(error))
    })
  })
  const bytes: unknown = req.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: '', detail: 'a JSON body is required' }] })
  }
  return { value: parseJson(bytes), bytes: bytes.length }
}

function checkMediaType(req: Request): void {
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
  if (isDeeperThan(value, limits.body.jsonDepthMax)) {
    throw invalidJson(`must not be nested deeper than ${limits.body.jsonDepthMax} levels`)
  }
  return value
}

function invalidJson(detail: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid-body', { faults: [{ in: 'body', name: '', detail }], cause })
}

/** Never goes deeper than the limit itself, whatever the value. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((child) => isDeeperThan(child, levels - 1))
}

/** The reader tells its errors apart by `type`. */
function toServiceError(cause: unknown): ServiceError {
  const type = cause instanceof Error && 'type' in cause ? cause.type : undefined
  switch (type) {
    case 'entity.too.large':
      return new ServiceError('body-too-large', { detail: `At most ${limits.body.jsonBytesMax} bytes after inflation` })
    case 'encoding.unsupported':
      return new ServiceError('unsupported-encoding', { detail: 'gzip, deflate, br and identity are known' })
    case 'request.aborted':
    case 'request.size.invalid':
      return new ServiceError('bad-request', { detail: 'The body ended before its announced length' })
    default:
      return new ServiceError('undecodable-body', { cause })
  }
}
