import { isJsonObject } from '@signalbox/contracts'

const namingFields = new Set([
  'service',
  'service_name',
  'service.name',
  'services',
  'caller',
  'callee',
  'pod',
  'container',
  'node',
  'author',
])
const namesMax = 20_000
const valuesMax = 500_000

/**
 * Names of services, pods, nodes and people in stored results, in lower case. A statement must not mention one of them
 * unless its evidence does, even if the name is a plain English word.
 */
export function collectKnownNames(results: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const names = new Set<string>()
  const open: unknown[] = [...results.values()]
  for (let seen = 0; open.length > 0 && seen < valuesMax && names.size < namesMax; seen += 1) {
    const value = open.pop()
    if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (isJsonObject(value)) {
      addNamesOf(names, value)
      for (const inner of Object.values(value)) open.push(inner)
    }
  }
  return names
}

function addNamesOf(names: Set<string>, object: Readonly<Record<string, unknown>>): void {
  for (const field of namingFields) {
    for (const name of [object[field]].flat()) {
      if (typeof name === 'string' && name.length > 1) names.add(name.toLowerCase())
    }
  }
}
