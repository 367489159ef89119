import { MalformedError, TooLargeError } from '../malformed-error.js'
import type { Group, Resource, Scope } from '../model.js'
import { WireReader } from '../wire/wire-reader.js'
import { noResource, noScope, readResource, readScope } from './common.js'

/**
 * Reads the message between the reader's position and `end`.
 * @throws MalformedError
 */
export type ReadMessage<Item> = (reader: WireReader, end: number) => Item

/** Maximum scopes and items of a request. Beyond it, the request is too large. */
export const groupsMax = 100_000
export const itemsMax = 100_000

const [firstField, secondField] = [0x0a, 0x12]

/** A request whose structure is being read. */
interface Walk<Item> {
  reader: WireReader
  readItem: ReadMessage<Item>
  groups: Group<Item>[]
  /** Total over all groups. */
  items: number
}

/** Position of a message. */
type Bounds = readonly [start: number, end: number]

/**
 * The groups of an export request. All three services share the same structure: a request contains resources (1); a
 * resource its description (1) and scopes (2); a scope its description (1) and items (2). Items are read lazily, one by
 * one: together they may take many times the memory of their bytes. An item that is malformed in itself is undefined.
 * @throws MalformedError if the structure is malformed; TooLargeError
 */
export function walkRequest<Item>(bytes: Uint8Array, readItem: ReadMessage<Item>): Group<Item>[] {
  const reader = new WireReader(bytes)
  const walk: Walk<Item> = { reader, readItem, groups: [], items: 0 }
  while (reader.isBefore(reader.length)) {
    const tag = reader.readTag()
    if (tag === firstField) walkResource(walk, reader.readEnd(reader.length))
    else reader.skip(tag, reader.length)
  }
  return walk.groups
}

/** Fields may be in any order, so the scopes are read once the resource is known. */
function walkResource<Item>(walk: Walk<Item>, end: number): void {
  const { reader, groups } = walk
  const scopes: Bounds[] = []
  let resource: Resource = noResource
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === firstField) resource = readResource(reader, reader.readEnd(end))
    else if (tag === secondField) scopes.push(passMessage(reader, end))
    else reader.skip(tag, end)
  }
  checkCount(groups.length + scopes.length, groupsMax, 'scopes')
  for (const [start, scopeEnd] of scopes) {
    reader.moveTo(start)
    groups.push({ resource, ...walkScope(walk, scopeEnd) })
  }
  reader.moveTo(end)
}

function walkScope<Item>(walk: Walk<Item>, end: number) {
  const { reader } = walk
  const items: Bounds[] = []
  let scope: Scope = noScope
  while (reader.isBefore(end)) {
    const tag = reader.readTag()
    if (tag === firstField) scope = readScope(reader, reader.readEnd(end))
    else if (tag === secondField) {
      walk.items += 1
      checkCount(walk.items, itemsMax, 'items')
      items.push(passMessage(reader, end))
    } else reader.skip(tag, end)
  }
  return { scope, items: { [Symbol.iterator]: () => readItems(walk, items) } }
}

function* readItems<Item>({ reader, readItem }: Walk<Item>, items: readonly Bounds[]) {
  for (const [start, end] of items) {
    reader.beginItem(start)
    yield readOwnMessage(reader, end, readItem)
  }
}

function passMessage(reader: WireReader, end: number): Bounds {
  const messageEnd = reader.readEnd(end)
  const bounds = [reader.position, messageEnd] as const
  reader.moveTo(messageEnd)
  return bounds
}

/** @throws TooLargeError */
export function checkCount(count: number, countMax: number, noun: string): void {
  if (count > countMax) throw new TooLargeError(`a request can have at most ${countMax} ${noun}`)
}

/** @returns undefined if the message is malformed; either way, the reader is positioned after it. */
export function readOwnMessage<Item>(reader: WireReader, end: number, read: ReadMessage<Item>): Item | undefined {
  try {
    return read(reader, end)
  } catch (error) {
    if (!(error instanceof MalformedError)) throw error
    return undefined
  } finally {
    reader.moveTo(end)
  }
}
