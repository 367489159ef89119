import { limits } from '@signalbox/contracts'
import { cleanText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject } from '../normal-event.js'
import { type Fields, isPresent } from './fields.js'
import { trimBag } from './json-bag.js'
import { readScalar } from './read-field.js'

const { extraBytesMax, extraValueBytesMax } = limits.event
const depthMax = 7
const keyLengthMax = 200
const modulesSizeMax = 8_192

/** Reads the application's free-form data; each value and the total are bounded. */
export function readExtra(fields: Fields | undefined): JsonObject {
  const extra: JsonObject = {}
  let left: number = extraBytesMax
  for (const rawKey of fields?.names() ?? []) {
    const key = cleanText(rawKey, keyLengthMax)
    const field = fields?.get(rawKey)
    if (!isPresent(field) || key === '__proto__') continue
    if (left <= 0) {
      fields?.place.note('left_out')
      break
    }
    const bagLimits = { sizeMax: Math.min(left, extraValueBytesMax), depthMax: depthMax + 1 }
    const bag = trimBag({ field }, bagLimits, fields?.at(key))
    const value = isJsonObject(bag) ? bag['field'] : undefined
    if (value === undefined) continue
    extra[key] = value
    left -= sizeOf(value) + key.length
  }
  return extra
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length
}

/** Reads installed packages: name to version. */
export function readModules(fields: Fields | undefined): Record<string, string> {
  const modules: Record<string, string> = {}
  let left = modulesSizeMax
  for (const rawName of fields?.names() ?? []) {
    const name = cleanText(rawName, keyLengthMax)
    if (name === '__proto__') continue
    if (left <= 0) {
      fields?.place.note('left_out')
      break
    }
    const version = readScalar(fields?.get(rawName), keyLengthMax)
    modules[name] = version
    left -= name.length + version.length
  }
  return modules
}
