import { isUtf8 } from 'node:buffer'
import { isJsonObject, ServiceError, isDeeperThan, limits } from '@signalbox/contracts'

/**
 * Parses a request body, an object with the items under `field`, without validating the items.
 * @throws ServiceError `invalid-body`
 */
export function parseBatch(body: Uint8Array, field: string): readonly unknown[] {
  const items = readField(parseJson(Buffer.from(body.buffer, body.byteOffset, body.length)), field)
  const { itemsMax } = limits.batch
  if (!Array.isArray(items)) throw invalidBody(`/${field}`, items === undefined ? 'is required' : 'must be an array')
  if (items.length === 0) throw invalidBody(`/${field}`, 'must have at least 1 item')
  if (items.length > itemsMax) throw invalidBody(`/${field}`, `must have at most ${itemsMax} items`)
  return items
}

function parseJson(body: Buffer): unknown {
  const { jsonDepthMax } = limits.body
  if (!isUtf8(body)) throw invalidBody('', 'must be JSON in UTF-8')
  if (isDeeperThan(body, jsonDepthMax)) throw invalidBody('', `must not nest deeper than ${jsonDepthMax} levels`)
  try {
    return JSON.parse(body.toString())
  } catch (error) {
    throw invalidBody('', 'must be valid JSON', error)
  }
}

function readField(value: unknown, field: string): unknown {
  if (!isJsonObject(value)) throw invalidBody('', 'must be a JSON object')
  return value[field]
}

function invalidBody(name: string, detail: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid-body', { faults: [{ in: 'body', name, detail }], cause })
}
