import type { Edit } from './edit.js'
import type { EditedLine } from './edited-line.js'

/** The first added line that matches, unless a removed line matches as well: then it isn't new. */
export function findNewLine(
  { added, removed }: Pick<Edit, 'added' | 'removed'>,
  hasSign: (code: string) => boolean,
): EditedLine | undefined {
  return removed.some(({ code }) => hasSign(code)) ? undefined : added.find(({ code }) => hasSign(code))
}
