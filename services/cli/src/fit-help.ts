const widthMin = 20

/**
 * Formats help for a terminal: fills paragraphs, and wraps long list entries with indentation. Commands, and words
 * longer than the terminal is wide, are not broken.
 */
export function fitHelp(text: string, width: number): string {
  if (width < widthMin) return text
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    const continues = isProse(line) && last !== undefined && isProse(last)
    if (continues) lines[lines.length - 1] = `${last} ${line}`
    else lines.push(line)
  }
  return lines.flatMap((line) => wrap(line, width)).join('\n')
}

/** Paragraphs start at the margin; indented lines are lists, and a line that ends with a colon is a heading. */
function isProse(line: string): boolean {
  return /^\S/.test(line) && !/:$/.test(line) && !line.startsWith('Usage:')
}

function wrap(line: string, width: number): string[] {
  // A command stays on one line, so that the terminal wraps it and copies it in one piece.
  if (line.length <= width || /^ *signalbox (?!.* {2})/.test(line)) return [line]
  // If it does not fit, the explanation of an option or example goes below it, clearly separated from the term.
  const [, term, explanation = ''] = /^( +\S+(?: \S+)*) {2,}(\S.*)$/.exec(line) ?? []
  if (term !== undefined) return [...wrap(term, width), ...wrap(`      ${explanation}`, width)]
  const [indent = ''] = /^ */.exec(line) ?? []
  const isAtMargin = indent === '' && !line.startsWith('Usage:')
  const below = isAtMargin || indent.length > 4 ? indent : `${indent}  `
  const [first = '', ...words] = line.trimStart().split(/ +/)
  const wrapped: string[] = []
  let current = indent + first
  for (const word of words) {
    if (current.length + 1 + word.length <= width) current += ` ${word}`
    else {
      wrapped.push(current)
      current = below + word
    }
  }
  return [...wrapped, current]
}
