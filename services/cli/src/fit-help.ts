const widthMin = 20

/**
 * Fits help to a terminal: fills paragraphs, and continues longer lines of lists below, indented. Commands, and words that are longer than
 * the terminal, stay whole.
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

/** Paragraphs begin at the margin; what is indented is a list, and a line that ends with a colon is its heading. */
function isProse(line: string): boolean {
  return /^\S/.test(line) && !/:$/.test(line) && !line.startsWith('Usage:')
}

function wrap(line: string, width: number): string[] {
  // A command stays on one line, which terminals break where it fits and copy whole.
  if (line.length <= width || /^ *signalbox (?!.* {2})/.test(line)) return [line]
  // What explains an option or an example goes below it, as it would read as a part of it otherwise.
  const [, term, explanation = ''] = /^( +\S.*?) {2,}(\S.*)$/.exec(line) ?? []
  if (term !== undefined) return [...wrap(term, width), ...wrap(`      ${explanation}`, width)]
  const [indent = ''] = /^ */.exec(line) ?? []
  const below = isProse(line) || indent.length > 4 ? indent : `${indent}  `
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
