import { isObject } from '../../parts/json/read-value.js'

/** Whether two values of JSON are the same, whatever the order of names. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, at) => isSameJson(each, b[at]))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && isSameJson(a[name], b[name]))
}
