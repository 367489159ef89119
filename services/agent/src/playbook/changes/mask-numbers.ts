const number =
  /(?<![a-zA-Z_$])-?\d[\d_]*(\.\d+)?(\s*<<\s*\d+)?(ns|us|µs|ms|sec|min|s|m|h|d|w|[kKMGT]i?[bB]?|g)?(?![a-zA-Z_])/g
const unitWord =
  /\b(time\.|Duration\.|TimeUnit\.|timedelta\()?(of)?(Nano|Micro|Milli|Second|Minute|Hour|Day)(second)?s?\b/gi

/** Separates a number from the option it is attached to: `-Xmx512m`. */
export function separateNumbers(code: string): string {
  return code.replace(/(-X(?:mx|ms|ss|mn))(?=\d)/g, '$1 ')
}

/** Masks numbers and their units, so that lines which differ only in numbers become equal. */
export function maskNumbers(code: string): string {
  return separateNumbers(code)
    .replace(number, '#')
    .replace(unitWord, 'UNIT')
    .replace(/(["'])#\1/g, '#')
    .replace(/\s+/g, '')
}
