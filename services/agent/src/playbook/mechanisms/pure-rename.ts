import type { Edit } from '../changes/edit.js'

/** Words, numbers, texts, and operators that bind or reach into something; everything else one character at a time. */
const token = /[A-Za-z_$][\w$]*|\d[\w.]*|"[^"]*"|'[^']*'|`[^`]*`|:=|=>|==|->|::|\S/g
const word = /^[A-Za-z_$]/
/** What follows belongs to something else and may be used elsewhere. */
const reaches = new Set(['.', '->', '::', '@'])
/** What precedes names a function or a field. */
const names = new Set(['(', ':'])
const declares = new Set(['for', 'let', 'const', 'var', 'val', 'mut', 'auto', 'as', 'lambda', 'each'])
const binds = new Set([':=', '=', '=>', 'in'])

interface Use {
  before: string
  after: string
  /** True if it is a name that may be local: not that of a function, field or type. */
  isFree: boolean
  isBound: boolean
}

/**
 * True if an edit of code only replaces local variables: its new lines are the old ones with other names throughout, each of
 * which the edit also binds and uses. Names of functions, fields and types don't count, because others may rely on them.
 */
export function isPureRename({ removed, added, kinds }: Edit): boolean {
  if (removed.length === 0 || removed.length !== added.length || !kinds.every((kind) => kind === 'code')) return false
  const lines = removed.map(({ code }, index) => readUses(code, added[index]?.code ?? ''))
  const uses = lines.flatMap((line) => line ?? [])
  if (lines.includes(null) || uses.some(({ isFree, before, after }) => !isFree && before !== after)) return false
  const free = uses.filter(({ isFree }) => isFree)
  const changed = new Set(free.filter(({ before, after }) => before !== after).map(({ before }) => before))
  const isLocal = (name: string) => {
    const own = free.filter(({ before }) => before === name)
    return own.length > 1 && own.some(({ isBound }) => isBound)
  }
  return changed.size > 0 && isOneForOne(free) && [...changed].every(isLocal)
}

/** @returns Each token of a line beside its replacement; null if their numbers differ. */
function readUses(before: string, after: string): Use[] | null {
  const [old, fresh] = [before.match(token) ?? [], after.match(token) ?? []]
  if (old.length !== fresh.length) return null
  return old.map((name, at) => {
    const [previous = '', now = '', next = ''] = [old[at - 1], fresh[at], old[at + 1]]
    return {
      before: name,
      after: now,
      isFree: word.test(name) && word.test(now) && !reaches.has(previous) && !names.has(next),
      isBound: declares.has(previous) || binds.has(next),
    }
  })
}

function isOneForOne(uses: readonly Use[]): boolean {
  const pairs = new Set(uses.map(({ before, after }) => `${before} ${after}`))
  const distinct = (read: (use: Use) => string) => new Set(uses.map(read)).size
  return pairs.size === distinct(({ before }) => before) && pairs.size === distinct(({ after }) => after)
}
