import type { OriginalPosition } from '../flat-index/flat-index.js'

const anonymous = '<anonymous>'
/** Names less helpful than the name the caller used. */
const useless = new Set([anonymous, '__webpack_require__', '__webpack_modules__'])

interface NameSources {
  position: OriginalPosition
  /** The engine's name; empty if it gave none. */
  rawName: string
  /** Name in the caller's original code at the call site; undefined if the caller was not resolved. */
  calledName: string | undefined
}

/**
 * Returns a resolved frame's function name: that of the enclosing function, else the name its caller used, else the
 * engine's.
 */
export function functionNameOf({ position, rawName, calledName }: NameSources): string {
  const own = position.functionName === undefined ? rawName || '<unknown>' : (position.functionName ?? anonymous)
  return foldName(useless.has(own) ? calledName || rawName || own : own)
}

/** Collapses repetitions: `a.a.a.b` becomes `{a#3}.b`. */
function foldName(name: string): string {
  const parts = name.split('.')
  const last = parts.pop() ?? ''
  const groups: { part: string; count: number }[] = []
  for (const part of parts) {
    const group = groups.at(-1)
    if (group?.part === part) group.count += 1
    else groups.push({ part, count: 1 })
  }
  return [...groups.map(({ part, count }) => (count === 1 ? part : `{${part}#${count}}`)), last].join('.')
}
