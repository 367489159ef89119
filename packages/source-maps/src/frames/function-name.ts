import type { OriginalPosition } from '../flat-index/flat-index.js'

const anonymous = '<anonymous>'
/** Say less than what the caller called. */
const useless = new Set([anonymous, '__webpack_require__', '__webpack_modules__'])

interface NameSources {
  position: OriginalPosition
  /** As the engine named it; empty when it did not. */
  rawName: string
  /** What the caller's code has at the place of the call; undefined when the caller was not resolved. */
  calledName: string | undefined
}

/** The name of a resolved frame's function: of the function around it, else what its caller called, else the engine's. */
export function functionNameOf({ position, rawName, calledName }: NameSources): string {
  const own = position.functionName === undefined ? rawName || '<unknown>' : (position.functionName ?? anonymous)
  return foldName(useless.has(own) ? calledName || rawName || own : own)
}

/** Writes what repeats itself once: `a.a.a.b` is `{a#3}.b`. */
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
