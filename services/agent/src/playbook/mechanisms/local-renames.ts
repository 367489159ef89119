import type { Edit } from '../changes/edit.js'
import type { EditedLine } from '../changes/edited-line.js'

/** Local names that lines declare, before and after: renaming them affects nothing else. */
export interface LocalRenames {
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}

export function findLocalRenames({ removed, added }: Pick<Edit, 'removed' | 'added'>): LocalRenames {
  return { before: declaredNames(removed), after: declaredNames(added) }
}

/** True if a locally declared name was replaced with another one. */
export function isRenamed({ before, after }: LocalRenames, words: { before: string; after: string }): boolean {
  const [from = '', to = ''] = [words.before.split('.')[0], words.after.split('.')[0]]
  return before.has(from) && after.has(to) && !/^[A-Z_0-9]+$/.test(from)
}

const declarations: readonly RegExp[] = [
  /^(?:(?:const|let|var|val|auto|final|mut)\s+)*([\w$]+(?:\s*,\s*[\w$]+)*)\s*(?::=|=(?!=)|:(?!:))/,
  /\bfor\b\s*(?:\(\s*)?(?:(?:const|let|var|auto)\s+)?([\w$]+(?:\s*,\s*[\w$]+)*)\s+(?:in\b|of\b|:=|:)/,
  /\bdef \w+\(([^)]*)\)/,
]

function declaredNames(lines: readonly EditedLine[]): Set<string> {
  const lists = lines.flatMap(({ code }) => declarations.map((pattern) => pattern.exec(code)?.[1] ?? ''))
  return new Set(lists.flatMap((list) => list.split(/[\s,:=]+/)).filter((name) => name !== ''))
}
