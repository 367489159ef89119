import { isJsonObject, parseJsonObject } from '@signalbox/contracts'
import type { Multipart } from '../../requests/read-multipart.js'

type JsonObject = Readonly<Record<string, unknown>>

const depthMax = 10
const chunkForm = /^sentry__(\d{1,4})$/
const pathForm = /^sentry((?:\[[^[\]]{1,200}\])+)$/

/**
 * Builds the event of a crash from what is known without parsing the dump, overridden by the form fields `sentry`
 * (JSON), `sentry__1`, `sentry__2` … (JSON in chunks, for uploaders that limit value lengths) and fields such as
 * `sentry[release]` and `sentry[tags][mode]`. All other fields are annotations of the crash handler and go into
 * `extra`. Unreadable fields are skipped: the dump matters more.
 */
export function readCrashEvent(fields: Multipart['fields']): JsonObject {
  const told: JsonObject = {
    ...readJsonObject(fields.find(([name]) => name === 'sentry')?.[1]),
    ...readJsonObject(joinChunks(fields)),
    ...readPaths(fields),
  }
  const extra = { ...readAnnotations(fields), ...(isJsonObject(told['extra']) && told['extra']) }
  return { level: 'fatal', platform: 'native', exception: { values: [invalidMinidump] }, ...told, extra }
}

/** The conventional exception for a crash known only by its dump. */
const invalidMinidump = {
  type: 'Minidump',
  value: 'Invalid Minidump',
  mechanism: { type: 'minidump', handled: false, synthetic: true },
}

function readAnnotations(fields: Multipart['fields']): JsonObject {
  return Object.fromEntries(fields.filter(([name]) => !/^sentry(?:__\d{1,4}$|\[|$)/.test(name)))
}

function joinChunks(fields: Multipart['fields']): string | undefined {
  const chunks = fields.flatMap(([name, value]) => {
    const position = chunkForm.exec(name)?.[1]
    return position === undefined ? [] : [{ position: Number(position), value }]
  })
  if (chunks.length === 0) return undefined
  return chunks
    .sort((a, b) => a.position - b.position)
    .map(({ value }) => value)
    .join('')
}

/** Fields as a tree of their name's segments. Maps are used so that a field cannot shadow Object.prototype. */
type Tree = Map<string, Tree | string>

function readPaths(fields: Multipart['fields']): JsonObject {
  const tree: Tree = new Map()
  for (const [name, value] of fields) {
    const path = pathForm.exec(name)?.[1]?.slice(1, -1).split('][')
    if (path !== undefined && path.length <= depthMax) setPath(tree, path, value)
  }
  return toObject(tree)
}

/** If a text is already where an object is needed, the text stays: first one wins. */
function setPath(tree: Tree, path: readonly string[], value: string): void {
  const [last = ''] = path.slice(-1)
  let target = tree
  for (const word of path.slice(0, -1)) {
    const next = target.get(word) ?? new Map<string, Tree | string>()
    if (typeof next === 'string') return
    target.set(word, next)
    target = next
  }
  if (!target.has(last)) target.set(last, value)
}

function toObject(tree: Tree): JsonObject {
  return Object.fromEntries([...tree].map(([key, value]) => [key, typeof value === 'string' ? value : toObject(value)]))
}

function readJsonObject(text: string | undefined): JsonObject {
  return text === undefined ? {} : (parseJsonObject(text) ?? {})
}
