/** Members up to which a container may be serialized without a break, and its depth. */
const shortMembersMax = 32
const shortDepthMax = 2
/** Longer texts are serialized on their own. */
const shortTextLengthMax = 4_096
/** Primitives of a list that are serialized together. */
const runLengthMax = 64

type Container = readonly unknown[] | Readonly<Record<string, unknown>>

/** A list or object that is serialized member by member. */
interface OpenContainer {
  rest: Iterator<Member, undefined>
  end: ']' | '}'
}

/** What precedes the value: a comma, the name of a property, or nothing; `text` if it is already serialized. */
interface Member {
  head: string
  value?: unknown
  text?: string
}

/**
 * Serializes a value as `JSON.stringify` does, in short parts: concatenated, they are the JSON. The value must not
 * contain itself. `undefined` becomes `null`.
 */
export function* jsonParts(root: unknown): Generator<string, void> {
  const open: OpenContainer[] = []
  let member: Member | undefined = { head: '', value: root }
  for (;;) {
    if (member !== undefined) {
      const { head, value, text }: Member = member
      if (text === undefined && isContainer(value) && !isShortJson(value)) {
        yield head + (Array.isArray(value) ? '[' : '{')
        open.push(openContainer(value))
      } else {
        yield head + (text ?? textOf(value))
      }
    }
    const last = open.at(-1)
    if (last === undefined) return
    const next: IteratorResult<Member, undefined> = last.rest.next()
    member = next.done === true ? undefined : next.value
    if (next.done !== true) continue
    yield last.end
    open.pop()
  }
}

/** True for values that are cheap to serialize in one go. */
export function isShortJson(value: unknown, depthMax = shortDepthMax): boolean {
  if (!isContainer(value)) return typeof value !== 'string' || value.length <= shortTextLengthMax
  if (depthMax === 0) return false
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return members.length <= shortMembersMax && members.every((member) => isShortJson(member, depthMax - 1))
}

/** Values with `toJSON`, such as dates, serialize themselves. */
export function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !('toJSON' in value)
}

function isShortPrimitive(value: unknown): boolean {
  return !isContainer(value) && isShortJson(value)
}

function textOf(value: unknown): string {
  return value === undefined || typeof value === 'function' ? 'null' : JSON.stringify(value)
}

function openContainer(value: Container): OpenContainer {
  return Array.isArray(value) ? { rest: listMembers(value), end: ']' } : { rest: listProperties(value), end: '}' }
}

function* listMembers(list: readonly unknown[]): Generator<Member, undefined> {
  for (let start = 0; start < list.length;) {
    const head = start === 0 ? '' : ','
    let end = start
    while (end < list.length && end - start < runLengthMax && isShortPrimitive(list[end])) end += 1
    if (end === start) {
      yield { head, value: list[start] }
      start += 1
    } else {
      yield { head, text: textOf(list.slice(start, end)).slice(1, -1) }
      start = end
    }
  }
  return undefined
}

function* listProperties(value: Container): Generator<Member, undefined> {
  let comma = ''
  for (const [name, each] of Object.entries(value)) {
    if (each === undefined || typeof each === 'function') continue
    yield { head: `${comma}${JSON.stringify(name)}:`, value: each }
    comma = ','
  }
  return undefined
}
