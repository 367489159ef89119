import { isUtf8 } from 'node:buffer'
import { isDeeperThan, limits } from '@signalbox/contracts'
import { MalformedError } from '../malformed-error.js'
import type { Group } from '../model.js'
import { checkCount, groupsMax, itemsMax } from '../protobuf/walk-request.js'
import { readResource, readScope } from './common.js'
import { quoteLongIntegers } from './quote-long-integers.js'
import { fieldOf, listOf, toFields, type JsonFields } from './json-fields.js'

/** Names of the lists in a request, which differ by signal. */
export interface RequestNames {
  resources: string
  scopes: string
  items: string
}

/**
 * The groups of an export request in JSON. An item that is malformed in itself is undefined.
 * @throws MalformedError if the request's structure is malformed; TooLargeError
 */
export function walkJsonRequest<Item>(
  body: Uint8Array,
  names: RequestNames,
  readItem: (fields: JsonFields) => Item,
): Group<Item>[] {
  const groups: Group<Item>[] = []
  let itemCount = 0
  const request = toFields(parseBody(body))
  checkSignal(request, names)
  for (const value of listOf(request, names.resources)) {
    const resourceGroup = toFields(value)
    const resource = readResource(fieldOf(resourceGroup, 'resource'))
    for (const scopeValue of listOf(resourceGroup, names.scopes)) {
      const scopeGroup = toFields(scopeValue)
      checkCount(groups.length + 1, groupsMax, 'scopes')
      const sent = listOf(scopeGroup, names.items)
      itemCount += sent.length
      checkCount(itemCount, itemsMax, 'items')
      const items = sent.map((item) => readOwn(item, readItem))
      groups.push({ resource, scope: readScope(fieldOf(scopeGroup, 'scope')), items })
    }
  }
  return groups
}

// Unknown fields are ignored, but an exporter of another signal must not lose everything silently.
function checkSignal(request: JsonFields, { resources }: RequestNames): void {
  if (fieldOf(request, resources) !== undefined) return
  const other = ['resourceSpans', 'resourceMetrics', 'resourceLogs'].find(
    (name) => fieldOf(request, name) !== undefined,
  )
  if (other !== undefined) throw new MalformedError(`this endpoint accepts ${resources}, not ${other}`)
}

/** @returns undefined if it is malformed. */
export function readOwn<Item>(value: unknown, read: (fields: JsonFields) => Item): Item | undefined {
  try {
    return read(toFields(value))
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error
    return undefined
  }
}

function parseBody(body: Uint8Array): unknown {
  const { jsonDepthMax } = limits.body
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new MalformedError('the body must be JSON in UTF-8')
  if (isDeeperThan(bytes, jsonDepthMax))
    throw new MalformedError(`the body must not be nested deeper than ${jsonDepthMax} levels`)
  try {
    return JSON.parse(quoteLongIntegers(bytes.toString()))
  } catch (error) {
    throw new MalformedError('the body must be valid JSON', { cause: error })
  }
}
