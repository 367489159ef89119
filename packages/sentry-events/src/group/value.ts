/** Text beyond this length is ignored: differences there are data, not the message. */
const lengthMax = 1_000
const linesMax = 2

/** A replacement for all text of one form. */
export interface Replacement {
  by: string
  pattern: RegExp
  /** A cheap check whether the pattern may match. */
  hint: RegExp
}

const topLevelDomains =
  'com|net|org|edu|gov|mil|io|co|ai|app|dev|cloud|info|biz|tech|online|site|shop|xyz|me|tv|local|internal|' +
  'eu|uk|us|ca|au|nz|de|at|ch|fr|nl|be|lu|it|es|pt|pl|cz|se|no|fi|dk|ie|gr|ro|hu|ru|ua|tr|jp|cn|kr|in|sg|br|mx|ar|za'
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}'
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}'
const clock = String.raw`[0-2]?\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?[AaPp][Mm]\b)?`
const zone = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})(?!\w))?`
const v6Group = '[0-9a-fA-F]{1,4}'

const dates = [
  String.raw`\b\d{4}-[01]\d-[0-3]\d(?:[T ]${clock}${zone})?`,
  String.raw`\b(?:${weekday},? )?[0-3]?\d[ -]${month}[ -]\d{2,4}(?: ${clock}${zone})?`,
  String.raw`\b(?:${weekday},? )?${month} {1,2}[0-3]?\d(?:,? \d{4})?(?: ${clock}${zone})?(?: \d{4}\b)?`,
  String.raw`\b\d{1,4}/\d{1,2}/\d{1,4}(?: ${clock}${zone})?`,
  String.raw`(?<![\w:.])${clock}${zone}(?![\w:])`,
]

/** Applied in this order: later ones do not see what earlier ones replaced. All quantifiers are bounded. */
export const replacements: readonly Replacement[] = [
  {
    by: '<email>',
    hint: /@/,
    pattern: /(?<![\w.+-])(?<!:\/\/[^\s/@]{0,100})[\w.+%-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g,
  },
  { by: '<url>', hint: /:\/\//, pattern: /(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/[^\s"'<>()[\]{}]{1,1000}/g },
  {
    by: '<hostname>',
    hint: /\.[A-Za-z]/,
    pattern: new RegExp(
      String.raw`(?<![\w.-])(?:[a-z0-9][a-z0-9-]{0,62}\.){1,8}(?:${topLevelDomains})(?![\w-]|\.\w|\()`,
      'gi',
    ),
  },
  {
    by: '<ip>',
    hint: /\d\.\d|:.*:/,
    pattern: new RegExp(
      // Before a port, the loopback address ends at its 1.
      String.raw`(?<![\w:.])::1(?=:\d{2,5}(?![\w:]))|(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]\d|\w)|` +
        String.raw`(?<![\w:.])(?:(?:${v6Group}:){7}${v6Group}|` +
        String.raw`(?=[0-9a-fA-F:]{0,39}\d)(?:${v6Group}(?::${v6Group}){0,6})?::(?:${v6Group}(?::${v6Group}){0,6})?)(?![\w:])`,
      'g',
    ),
  },
  { by: '<traceparent>', hint: /00-/, pattern: /\b00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]\b/gi },
  {
    by: '<uuid>',
    hint: /-/,
    pattern: /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi,
  },
  { by: '<sha1>', hint: /[0-9a-f]{40}/i, pattern: /(?<![0-9a-z])[0-9a-f]{40}(?![0-9a-z])/gi },
  { by: '<md5>', hint: /[0-9a-f]{32}/i, pattern: /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/gi },
  { by: '<date>', hint: /\d[-/: ]/, pattern: new RegExp(dates.join('|'), 'g') },
  { by: '<date>', hint: /[a-z] {1,2}\d/, pattern: new RegExp(dates[2] ?? '', 'g') },
  {
    by: '<duration>',
    hint: /\d ?[a-zµμ]/i,
    pattern:
      /(?<![\w.])(?:(?:\d{1,12}(?:\.\d{1,12})?(?:h|m|s)){2,3}|\d{1,12}(?:\.\d{1,12})?(?:[hmsd]| ?(?:ns|[uµμ]s|ms|s|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|milliseconds?)))(?!\w)/gi,
  },
  { by: '<swift_txn_id>', hint: /tx[0-9a-f]/, pattern: /\btx[0-9a-f]{21}-[0-9a-f]{10}(?!\w)/g },
  {
    by: '<hex>',
    hint: /[0-9a-f]{8}|0x/i,
    pattern:
      /(?<![0-9a-z])(?:0x[0-9a-f]{1,64}|(?=[0-9]{0,127}[a-f])(?=[a-f]{0,127}[0-9])[0-9a-f]{8,128})(?![0-9a-z])/gi,
  },
  {
    by: '<git_sha>',
    hint: /[0-9a-f]{7}/,
    pattern: /(?<![0-9a-zA-Z])(?=[0-9]{0,6}[a-f])(?=[a-f]{0,6}[0-9])[0-9a-f]{7}(?![0-9a-zA-Z])/g,
  },
  {
    by: '<float>',
    hint: /\d\.\d/,
    pattern:
      /(?<![0-9A-Za-z.])(?:(?<!\w)-)?(?:\d{1,3}(?:,\d{3}){1,10}|\d{1,400})\.\d{1,400}(?:[eE][+-]?\d{1,4})?(?![0-9A-Za-z]|\.\d)/g,
  },
  {
    by: '<int>',
    hint: /\d/,
    pattern: /(?<![0-9A-Za-z])(?:(?<![\w>])-)?(?:\d{1,3}(?:,\d{3}){1,10}(?!,?\d)|\d{1,1000})(?![0-9A-Za-z])/g,
  },
  { by: '=<quoted_str>', hint: /=["']/, pattern: /=(?:'[^']{0,1000}'|"[^"]{0,1000}")/g },
  { by: '=<bool>', hint: /=(?:true|false)/i, pattern: /=(?:true|false)(?!\w)/gi },
]

/**
 * Removes the parts of a text that vary between events of an issue: ids, addresses, numbers and the like are replaced
 * with their names, and only the first two non-empty lines contribute.
 */
export function normalizeValue(value: string): string {
  return replaceIn(firstLines(value), replacements)
}

/** Applies all replacements in order. */
export function replaceIn(value: string, list: readonly Replacement[]): string {
  let text = value
  for (const { by, pattern, hint } of list) {
    if (hint.test(text)) text = text.replace(pattern, by)
  }
  return text
}

/** The first two non-empty lines, followed by `...` if there are more. */
export function firstLines(value: string): string {
  const head = value.slice(0, lengthMax)
  const lines = head
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isCut = lines.length > linesMax || head.length < value.trimEnd().length
  return lines.slice(0, linesMax).join('\n') + (isCut ? '...' : '')
}
