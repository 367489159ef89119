/** Anything in a statement beyond ordinary words, which evidence must therefore support. */
export type Mention =
  /** Quoted words and names: services, versions, identifiers, anything that isn't a plain English word. */
  { kind: 'name'; text: string } | { kind: 'quantity'; quantity: Quantity } | { kind: 'moment'; moment: Moment }

export interface Quantity {
  value: number
  /** Decimal places. */
  decimals: number
  /** The unit as written: `%`, `ms`, `MB`, `times`; empty for a count. */
  unit: string
  /** Qualified with `about` or similar, so trailing zeros aren't significant. */
  isRough: boolean
  /** The number as written. */
  written: string
}

export interface Moment {
  /** `2026-05-17`; undefined for a time of day. UTC. */
  date: string | undefined
  /** Milliseconds since midnight; undefined for a date alone. */
  timeOfDayMs: number | undefined
  /** Precision as written: a minute, a second or a millisecond. */
  precisionMs: number
}

const quotePattern = /`([^`]+)`|"([^"]+)"|“([^”]+)”|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu
const momentPattern =
  /(?<![\w.:/-])(?:(\d{4}-\d\d-\d\d)(?:[T ](\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?))?|(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?))(?:Z| ?UTC)?(?![\w:/-])/g
const rangePattern = /(?<![\w.-])(\d+(?:\.\d+)?)\s?[–—-]\s?(\d+(?:\.\d+)?)(?![\w-]|\.\d)/g
const units =
  '%|percent|milliseconds?|msec|ms|microseconds?|µs|us|seconds?|secs?|s|minutes?|mins?|min|hours?|hrs?|h|days?|d|' +
  'bytes?|[KMGT]i?B|kB|cores?|millicores?|times|fold|x|×|k|thousand|million|billion'
const quantityPattern = new RegExp(
  `(?<![\\w.:/#@$-]|\\d,)([-+−]?)(\\d{1,3}(?:[,\\u202f\\u00a0]\\d{3})+|\\d+)(\\.\\d+)?(?:[\\s\\u00a0-]?(${units})(?![\\w%]))?(?![\\w/:@#_%]|-\\w|\\.\\w|,\\d)`,
  'g',
)
const roughBefore = /(?:about|around|roughly|approximately|nearly|almost|over|some|~|≈)\s*$/i
/** One in forty abbreviated SHAs consists of digits only. */
const commitBefore = /\bcommit\s*$/i
const shaOfDigits = /^\d{7,40}$/

const numberWords: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  hundred: 100,
  thousand: 1_000,
  million: 1_000_000,
}
/** Words for factors; approximate. */
const factorWords: Readonly<Record<string, number>> = {
  twice: 2,
  double: 2,
  doubled: 2,
  triple: 3,
  tripled: 3,
  quadrupled: 4,
  tenfold: 10,
  halved: 0.5,
  half: 0.5,
}

/** Capitalized abbreviations that aren't names. */
const abbreviations = new Set(
  'API CPU DNS GC HTTP HTTPS ID IO IP JSON KB MB GB OOM RAM SHA SQL SSL TCP TLS URL UTC'.split(' '),
)
/** Parts that make a compound of two ordinary words, not a name. */
const compoundParts = new Set(
  'non pre post self mid sub multi cross long short high low first last read write slow new old well per time up down off out only based related level wide side free failing by after before'.split(
    ' ',
  ),
)

/**
 * Finds everything in a text that evidence must support: quotes, moments, quantities and names. A word counts as a name
 * if it is a known name, looks like one (capitals within a sentence, digits, symbols, non-English letters), or is a
 * compound. The rest are plain English words in lower case.
 * @param knownNames Names of services and the like, in lower case.
 */
export function readMentions(text: string, knownNames: ReadonlySet<string>): Mention[] {
  const mentions: Mention[] = []
  const take = (rest: string, pattern: RegExp, read: (match: RegExpExecArray, before: string) => Mention) => {
    const matches = [...rest.matchAll(pattern)]
    for (const match of matches) mentions.push(read(match, rest.slice(Math.max(0, match.index - 20), match.index)))
    return rest.replace(pattern, ' ; ')
  }
  let rest = take(text, quotePattern, (match) => ({ kind: 'name', text: match.slice(1).find(Boolean) ?? '' }))
  rest = take(rest, momentPattern, readMoment)
  rest = take(rest.replace(rangePattern, '$1 to $2'), quantityPattern, readQuantity)
  return [...mentions, ...readWords(rest, knownNames)]
}

function readMoment(match: RegExpExecArray): Mention {
  const date = match[1]
  const time = match[2] ?? match[3]
  if (time === undefined) return { kind: 'moment', moment: { date, timeOfDayMs: undefined, precisionMs: 1 } }
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const timeOfDayMs = Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000)
  const precisionMs = time.includes('.') ? 1 : time.split(':').length === 3 ? 1_000 : 60_000
  return { kind: 'moment', moment: { date, timeOfDayMs, precisionMs } }
}

function readQuantity(match: RegExpExecArray, before: string): Mention {
  const [whole, sign = '', digits = '', fraction = '', unit = ''] = match
  if (commitBefore.test(before) && shaOfDigits.test(whole)) return { kind: 'name', text: whole }
  const written = `${digits.replace(/\D/g, '')}${fraction}`
  const value = Number(written) * (sign === '-' || sign === '−' ? -1 : 1)
  const decimals = Math.max(0, fraction.length - 1)
  return { kind: 'quantity', quantity: { value, decimals, unit, isRough: roughBefore.test(before), written } }
}

function readWords(text: string, knownNames: ReadonlySet<string>): Mention[] {
  const mentions: Mention[] = []
  let beginsSentence = true
  for (const token of text.split(/\s+/u)) {
    const word = token
      .replace(/^[([{"'‘’“”.,;:!?…–—→×≥≤<>=~≈*-]+|[)\]}"'‘’“”.,;:!?…–—→×≥≤<>=~≈*-]+$/gu, '')
      .replace(/['’]s$/, '')
    if (word !== '') {
      const mention = readWord(word, { beginsSentence, knownNames })
      if (mention !== undefined) mentions.push(mention)
      beginsSentence = false
    }
    if (/[.!?:]$/.test(token)) beginsSentence = true
  }
  return mentions
}

function readWord(
  word: string,
  { beginsSentence, knownNames }: { beginsSentence: boolean; knownNames: ReadonlySet<string> },
): Mention | undefined {
  const lower = word.toLowerCase()
  if (knownNames.has(lower)) return { kind: 'name', text: word }
  const count = numberWords[lower]
  if (count !== undefined) return quantityOf(word, { value: count, unit: '', isRough: false })
  const factor = factorWords[lower]
  if (factor !== undefined) return quantityOf(word, { value: factor, unit: 'times', isRough: true })
  return isPlainWord(word, beginsSentence) ? undefined : { kind: 'name', text: word }
}

function quantityOf(written: string, said: { value: number; unit: string; isRough: boolean }): Mention {
  return { kind: 'quantity', quantity: { ...said, decimals: 0, written } }
}

function isPlainWord(word: string, beginsSentence: boolean): boolean {
  if (/^[a-z]+(?:['’][a-z]+)?$/.test(word) || abbreviations.has(word) || word === 'A' || word === 'I') return true
  if (/^[A-Z][a-z]+(?:['’][a-z]+)?$/.test(word)) return beginsSentence
  const compound = /^([A-Za-z][a-z]*)-([a-z]+)$/.exec(word)
  return compound !== null && compound.slice(1).some((part) => compoundParts.has(part.toLowerCase()))
}
