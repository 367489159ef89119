import { setImmediate as nextTick } from 'node:timers/promises'
import { isContainer, isShortJson, jsonParts } from './json-parts.js'

/**
 * Milliseconds after which a piece of work ends. Callers decide how large responses are, and nobody else is answered
 * while one is serialized.
 */
const pieceMs = 3

/** Serializes a value as `JSON.stringify` does, in pieces between which other requests run. */
export async function stringifyInPieces(value: unknown): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let text = ''
  let startedAt = performance.now()
  for (const part of jsonParts(value)) {
    text += part
    if (performance.now() - startedAt < pieceMs) continue
    pieces.push(Buffer.from(text))
    text = ''
    await nextTick()
    startedAt = performance.now()
  }
  pieces.push(Buffer.from(text))
  return pieces
}

/** Returns the value as it would be parsed from its JSON, copied in pieces between which other work runs. */
export async function copyInPieces(value: unknown): Promise<unknown> {
  const copying = copyParts(value)
  let startedAt = performance.now()
  for (;;) {
    const next = copying.next()
    if (next.done === true) return next.value
    if (performance.now() - startedAt < pieceMs) continue
    await nextTick()
    startedAt = performance.now()
  }
}

function* copyParts(value: unknown): Generator<void, unknown> {
  if (!isContainer(value) || isShortJson(value)) return copyWhole(value)
  yield
  if (Array.isArray(value)) {
    const copies: unknown[] = []
    for (const each of value) copies.push((yield* copyParts(each)) ?? null)
    return copies
  }
  const copies: [string, unknown][] = []
  for (const [name, each] of Object.entries(value)) {
    const copy = yield* copyParts(each)
    if (copy !== undefined) copies.push([name, copy])
  }
  return Object.fromEntries(copies)
}

function copyWhole(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  return value === undefined || typeof value === 'function' ? undefined : JSON.parse(JSON.stringify(value))
}
