import { scalarText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject } from '../normal-event.js'
import type { Place } from './changes.js'
import { type BagLimits, trimBag, trimObject } from './json-bag.js'
import { readCount, readScalar, readText } from './read-field.js'

type Reader<T> = (value: unknown) => T | undefined

/**
 * Fields of an object sent by an SDK. Null counts as absent everywhere. A field of the wrong type counts as absent and
 * is recorded, as is a truncated text.
 */
export class Fields {
  readonly place: Place
  readonly #sent: JsonObject

  constructor(sent: JsonObject, place: Place) {
    this.#sent = sent
    this.place = place
  }

  /** @returns undefined if the value is not an object. */
  static of(value: unknown, place: Place): Fields | undefined {
    if (isJsonObject(value)) return new Fields(value, place)
    if (isPresent(value)) place.note('wrong_type')
    return undefined
  }

  /** The value as sent; undefined if absent. */
  get(name: string): unknown {
    return this.#sent[name] ?? undefined
  }

  names(): string[] {
    return Object.keys(this.#sent)
  }

  at(name: string): Place {
    return this.place.at(name)
  }

  /** @returns the empty text if absent. */
  text(name: string, lengthMax: number): string {
    const value = this.#read(name, (sent) => (typeof sent === 'string' ? sent : undefined)) ?? ''
    if (value.length > lengthMax) this.at(name).note('cut')
    return readText(value, lengthMax)
  }

  /** Like `text`, but also accepts numbers and booleans. */
  scalar(name: string, lengthMax: number): string {
    const value = this.#read(name, (sent) => (scalarText(sent) === undefined ? undefined : sent))
    if (typeof value === 'string' && value.length > lengthMax) this.at(name).note('cut')
    return readScalar(value, lengthMax)
  }

  /** A non-negative integer. */
  count(name: string): number | undefined {
    return this.#read(name, readCount)
  }

  flag(name: string): boolean | undefined {
    return this.#read(name, (sent) => (typeof sent === 'boolean' ? sent : undefined))
  }

  /** Fields of a nested object. */
  fields(name: string): Fields | undefined {
    return Fields.of(this.get(name), this.at(name))
  }

  /** An object within limits; empty if absent. */
  object(name: string, limits: BagLimits): JsonObject {
    const value = this.#read(name, (sent) => (isJsonObject(sent) ? sent : undefined))
    return value === undefined ? {} : trimObject(value, limits, this.at(name))
  }

  /** An object or list within limits. */
  bag(name: string, limits: BagLimits): JsonObject | unknown[] | undefined {
    const value = this.#read(name, (sent) => (typeof sent === 'object' ? sent : undefined))
    const bag = trimBag(value, limits, this.at(name))
    return Array.isArray(bag) || isJsonObject(bag) ? bag : undefined
  }

  #read<T>(name: string, read: Reader<T>): T | undefined {
    const sent = this.get(name)
    if (sent === undefined) return undefined
    const value = read(sent)
    if (value === undefined) this.at(name).note('wrong_type')
    return value
  }
}

/** False for null, which counts as absent. */
export function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined
}

/** Which elements of an overlong list stay. */
type Kept = { first: number } | { last: number }

/**
 * Returns the objects of a list or of `{values: list}`. Nulls are skipped; other values and elements beyond the limit
 * are dropped and recorded.
 */
export function readObjects(value: unknown, place: Place, kept: Kept): Fields[] {
  const list = isJsonObject(value) ? value['values'] : value
  if (!Array.isArray(list)) {
    if (isPresent(list)) place.note('wrong_type')
    return []
  }
  const present = list.filter(isPresent)
  const objects = present.filter(isJsonObject)
  const within = 'first' in kept ? objects.slice(0, kept.first) : objects.slice(-kept.last)
  if (objects.length < present.length) place.note('wrong_type')
  if (within.length < objects.length) place.note('left_out')
  return within.map((fields, index) => new Fields(fields, place.at(index)))
}
