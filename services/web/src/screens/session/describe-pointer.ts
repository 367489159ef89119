import { isObject, readText } from '../../parts/json/read-value.js'
import { nameField } from './name-field.js'
import { segmentsOf, shorten } from './pointer.js'

const nameMax = 48

/** Says in words which part of stored evidence a JSON Pointer leads to: `/changes/3/title` is `change 4 › title`. */
export function describePointer(root: unknown, pointer: string): string {
  return describePath(root, segmentsOf(pointer))
}

/** Like `describePointer`, for a path. An element with a title or a name is called by it. */
export function describePath(root: unknown, path: readonly string[]): string {
  const words: string[] = []
  let value = root
  for (const [index, segment] of path.entries()) {
    if (Array.isArray(value)) {
      const inner: unknown = value[Number(segment)]
      const list = words.pop() ?? 'items'
      words.push(
        segment === '*' ? list : (nameOf(inner, path[index + 1]) ?? `${singularOf(list)} ${Number(segment) + 1}`),
      )
      value = inner
    } else {
      if (segment !== '*') words.push(nameField(segment))
      value = isObject(value) ? value[segment] : undefined
    }
  }
  return words.length === 0 ? 'the result' : words.join(' › ')
}

/** The field that a pointer ends in, past wildcards and positions: it tells the unit of the value. */
export function lastField(pointer: string): string {
  return segmentsOf(pointer).findLast((segment) => !/^(?:\*|\d+)$/.test(segment)) ?? ''
}

/** @param next The field of the element that is of interest: it is no name for itself. */
function nameOf(element: unknown, next: string | undefined): string | undefined {
  if (!isObject(element)) return undefined
  const key = ['title', 'name', 'metric'].find((each) => readText(element[each]) !== undefined)
  const name = key === undefined || key === next ? undefined : readText(element[key])
  return name === undefined ? undefined : shorten(name.split('\n', 1)[0], nameMax)
}

function singularOf(list: string): string {
  return list.endsWith('series') ? list : list.replace(/ies$/, 'y').replace(/s$/, '')
}
