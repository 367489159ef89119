import { setImmediate as nextTurn } from 'node:timers/promises'
import { isContainer, isShortJson, jsonParts } from './json-parts.js'
import { parseParts } from './json-values.js'

/**
 * Milliseconds after which a piece of work ends. Callers decide how large responses are, and nobody else is answered
 * while one is serialized.
 */
const pieceMs = 3
/** Scalars of an array that are copied without a look at the clock. */
const scalarsPerPart = 1_000

/** Serializes a value as `JSON.stringify` does, in pieces between which other requests run. */
export async function stringifyInPieces(value: unknown): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  let text = ''
  const endPiece = () => {
    pieces.push(Buffer.from(text))
    text = ''
  }
  await runInPieces(jsonParts(value), { onPart: (part) => (text += part), onBreak: endPiece })
  endPiece()
  return pieces
}

/**
 * Parses JSON as `JSON.parse` does, in pieces between which other requests run.
 * @throws SyntaxError
 */
export function parseInPieces(bytes: Buffer): Promise<unknown> {
  return runInPieces(parseParts(bytes))
}

/** Returns the value as it would be parsed from its JSON, copied in pieces between which other work runs. */
export function copyInPieces(value: unknown): Promise<unknown> {
  return runInPieces(copyParts(value))
}

interface PieceHandlers<Part> {
  onPart?: (part: Part) => void
  /** Called at the end of every piece except the last. */
  onBreak?: () => void
}

async function runInPieces<Part, Result>(
  work: Generator<Part, Result>,
  { onPart, onBreak }: PieceHandlers<Part> = {},
): Promise<Result> {
  let startedAt = performance.now()
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
    onPart?.(next.value)
    if (performance.now() - startedAt < pieceMs) continue
    onBreak?.()
    await nextTurn()
    startedAt = performance.now()
  }
}

function* copyParts(value: unknown): Generator<void, unknown> {
  if (!isContainer(value) || isShortJson(value)) return copyWhole(value)
  yield
  if (Array.isArray(value)) {
    const copies: unknown[] = []
    for (const each of value) {
      // A generator for each scalar would take longer than copying it.
      copies.push((isContainer(each) ? yield* copyParts(each) : copyWhole(each)) ?? null)
      if (copies.length % scalarsPerPart === 0) yield
    }
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
  // JSON has no negative zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  return value === undefined || typeof value === 'function' ? undefined : JSON.parse(JSON.stringify(value))
}
