import { isObject, numberOfValue, objectsOf, textOfValue, textsOf, type JsonObject } from '../json/read-value.js'

/** One stack frame. */
export interface Frame {
  /** File, otherwise module; `?` if neither is known. */
  place: string
  line: number | undefined
  column: number | undefined
  function: string
  module: string
  isInApp: boolean
  /** Numbered source lines around the failing one; empty if the SDK sent none. */
  source: { number: number; text: string; isHit: boolean }[]
  /** Local variables by name. */
  vars: JsonObject
}

/** One exception of an event as thrown. */
export interface Exception {
  type: string
  value: string
  module: string
  /** How it was caught: `generic, unhandled`. */
  mechanism: string
  isHandled: boolean | undefined
  /**
   * Its relation to the previous one: its cause, another member of a group, or suppressed while that one was
   * propagating.
   */
  relation: 'main' | 'cause' | 'sibling' | 'suppressed'
  /** The call that raised it first. */
  frames: Frame[]
}

/** A step that led to the event. */
export interface Breadcrumb {
  /** Unix milliseconds; undefined if the SDK sent none. */
  at: number | undefined
  category: string
  level: string
  text: string
  /** Its result: a status, a duration. */
  result: string
}

/** An event's exceptions: the main one first, then its causes. */
export function readExceptions(event: JsonObject): Exception[] {
  const values = objectsOf(event['exception'])
  const own = values.length > 0 ? values : stackOfMessage(event)
  const groups = new Set(own.map(mechanismOf).filter(isGroup).map(idOf))
  return own
    .toReversed()
    .map((exception, index) => readException(exception, index === 0 ? 'main' : relationOf(exception, groups)))
}

/** Messages have a stack without an exception. */
function stackOfMessage(event: JsonObject): JsonObject[] {
  return isObject(event['stacktrace']) ? [{ stacktrace: event['stacktrace'] }] : []
}

function readException(exception: JsonObject, relation: Exception['relation']): Exception {
  const mechanism = mechanismOf(exception)
  const handled = mechanism['handled']
  const isHandled = typeof handled === 'boolean' ? handled : undefined
  const handling = isHandled === undefined ? '' : isHandled ? 'handled' : 'unhandled'
  return {
    type: textOfValue(exception['type']),
    value: textOfValue(exception['value']),
    module: textOfValue(exception['module']),
    mechanism: [textOfValue(mechanism['type']), handling].filter(Boolean).join(', '),
    isHandled,
    relation,
    frames: readFrames(exception['stacktrace']).toReversed(),
  }
}

function mechanismOf({ mechanism }: JsonObject): JsonObject {
  return isObject(mechanism) ? mechanism : {}
}

function isGroup(mechanism: JsonObject): boolean {
  return mechanism['is_exception_group'] === true
}

function idOf(mechanism: JsonObject): number | undefined {
  return numberOfValue(mechanism['exception_id'])
}

/** Follows `stack_trace`: members are in a group's list, `errors[0]`, or in a group without a position. */
function relationOf(exception: JsonObject, groups: ReadonlySet<number | undefined>): Exception['relation'] {
  const mechanism = mechanismOf(exception)
  if (mechanism['type'] === 'suppressed') return 'suppressed'
  const source = textOfValue(mechanism['source'])
  const parent = numberOfValue(mechanism['parent_id'])
  const isInGroup = parent !== undefined && groups.has(parent)
  return isInGroup && (source === '' || /\[\d{1,9}\]$/.test(source)) ? 'sibling' : 'cause'
}

/** Frames as sent: oldest call first. */
export function readFrames(stack: unknown): Frame[] {
  return isObject(stack) ? objectsOf(stack['frames']).map(readFrame) : []
}

function readFrame(frame: JsonObject): Frame {
  const line = numberOfValue(frame['lineno'])
  const known = [frame['filename'], frame['abs_path'], frame['module'], frame['package']].map(textOfValue).find(Boolean)
  return {
    place: known ?? '?',
    line,
    column: numberOfValue(frame['colno']),
    function: textOfValue(frame['function']),
    module: textOfValue(frame['module']),
    isInApp: frame['in_app'] === true,
    source: readSource(frame, line),
    vars: isObject(frame['vars']) ? frame['vars'] : {},
  }
}

function readSource(frame: JsonObject, line: number | undefined): Frame['source'] {
  const hit = frame['context_line']
  if (typeof hit !== 'string' || line === undefined) return []
  const before = textsOf(frame['pre_context'])
  const texts = [...before, hit, ...textsOf(frame['post_context'])]
  return texts.map((text, index) => ({ number: line - before.length + index, text, isHit: index === before.length }))
}

/** Steps before the event, oldest first. */
export function readBreadcrumbs(event: JsonObject): Breadcrumb[] {
  return objectsOf(event['breadcrumbs']).map((crumb) => {
    const data = isObject(crumb['data']) ? crumb['data'] : {}
    const seconds = numberOfValue(crumb['timestamp'])
    return {
      at: seconds === undefined ? undefined : seconds * 1_000,
      category: textOfValue(crumb['category']) || textOfValue(crumb['type']),
      level: textOfValue(crumb['level']),
      text: describeCrumb(textOfValue(crumb['message']), data),
      result: textOfValue(data['status_code']),
    }
  })
}

function describeCrumb(message: string, data: JsonObject): string {
  if (message !== '') return message
  const [method, url, from, to] = ['method', 'url', 'from', 'to'].map((name) => textOfValue(data[name]))
  if (url !== undefined && url !== '') return [method, url].filter(Boolean).join(' ')
  if (to !== undefined && to !== '') return `${from ?? ''} → ${to}`
  return Object.keys(data).length === 0 ? '' : JSON.stringify(data)
}

/** Names and values of a part of an event; nested parts such as `headers` are flattened. */
export function readPairs(value: unknown): [string, unknown][] {
  if (isObject(value)) return Object.entries(value)
  if (!Array.isArray(value)) return []
  const pairs: unknown[] = value
  return pairs.flatMap((pair): [string, unknown][] =>
    Array.isArray(pair) && pair.length === 2 ? [[textOfValue(pair[0]), pair[1]]] : [],
  )
}
