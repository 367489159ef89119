import { limits } from '@signalbox/contracts'
import { cleanText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { JsonObject } from '../normal-event.js'
import { trimBag } from './json-bag.js'
import { readScalar } from './read-field.js'

const { extraBytesMax, extraValueBytesMax } = limits.event
const depthMax = 7
const keyLengthMax = 200
const modulesSizeMax = 16_384

/** Reads free data of the application; each value and all together are bounded. */
export function readExtra(value: unknown): JsonObject {
  const extra: JsonObject = {}
  if (!isJsonObject(value)) return extra
  let left: number = extraBytesMax
  for (const [rawKey, field] of Object.entries(value)) {
    const key = cleanText(rawKey, keyLengthMax)
    if (field === null || field === undefined || key === '__proto__') continue
    if (left <= 0) break
    const bag = trimBag({ field }, { sizeMax: Math.min(left, extraValueBytesMax), depthMax: depthMax + 1 })
    extra[key] = isJsonObject(bag) ? bag['field'] : undefined
    left -= sizeOf(extra[key]) + key.length
  }
  return extra
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length
}

/** Reads installed packages: name to version. */
export function readModules(value: unknown): Record<string, string> {
  const modules: Record<string, string> = {}
  if (!isJsonObject(value)) return modules
  let left = modulesSizeMax
  for (const [rawName, rawVersion] of Object.entries(value)) {
    const name = cleanText(rawName, keyLengthMax)
    if (name === '__proto__') continue
    const version = readScalar(rawVersion, keyLengthMax)
    modules[name] = version
    left -= name.length + version.length
    if (left <= 0) break
  }
  return modules
}
