import type { Edit } from './edit.js'
import type { EditedLine } from './edited-line.js'

/** The first added line that shows a sign, unless a removed one shows it too: then it is no news. */
export function findNewLine(
  { added, removed }: Pick<Edit, 'added' | 'removed'>,
  hasSign: (code: string) => boolean,
): EditedLine | undefined {
  return removed.some(({ code }) => hasSign(code)) ? undefined : added.find(({ code }) => hasSign(code))
}
