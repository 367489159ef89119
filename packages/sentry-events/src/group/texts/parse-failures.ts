import type { Replacement } from '../value.js'

const literal = String.raw`"(?:[^"\\]|\\.){0,400}"`
const anyLiteral = String.raw`(?:'[^'\n]{0,200}'|${literal})`
const all = (...patterns: readonly string[]) => new RegExp(String.raw`(?<!\w)(?:${patterns.join('|')})`, 'g')

/** Where JavaScript engines and Go found a text to be no JSON. */
const placeInJson = String.raw`(?: is not valid JSON| (?:in|after) JSON at position \d{1,9}(?: \(line \d{1,9} column \d{1,9}\))?)`

/**
 * How parsers of languages and of their most common libraries reject a text. What it should have been identifies the
 * fault; the text and the reason depend on what a user typed.
 */
export const parseFailures: readonly Replacement[] = [
  // JSON: JavaScript engines, Python, Go and Rust.
  {
    by: 'not valid JSON',
    hint: /JSON/,
    pattern: new RegExp(
      String.raw`(?<=^|: )(?:(?:Unexpected|Expected|Bad|Unterminated|No number|Exponent part)\b[^]{0,400}?${placeInJson}|` +
        String.raw`Unexpected end of JSON input|"[^"]{0,400}"[. ]{0,5} is not valid JSON|` +
        String.raw`JSON\.parse: [^]{1,200}|JSON Parse error: [^]{1,400})$`,
      'g',
    ),
  },
  {
    by: 'not valid JSON',
    hint: /\(char \d/,
    pattern:
      /(?<=^|: )(?:Expecting|Extra data|Unterminated string|Invalid (?:control character|\\\S{0,20}escape))[^\n]{0,80}: line \d{1,9} column \d{1,9} \(char \d{1,9}\)/g,
  },
  {
    by: 'not valid JSON',
    hint: /invalid character '|end of JSON/,
    pattern:
      /\b(?:invalid character '(?:[^'\\]|\\[^'\s]{1,10}|\\')' (?:looking for beginning of (?:value|object key string)|after (?:top-level value|array element|object key(?::value pair)?|decimal point in numeric literal)|in (?:string literal|string escape code|\\u hexadecimal character escape|numeric literal|exponent of numeric literal|literal \w{4,5}(?: \(expecting '\w'\))?))|unexpected end of JSON input)/g,
  },
  {
    by: 'not valid JSON',
    hint: /", line: /,
    pattern:
      /\bError\("(?:expected (?:value|ident|`[^`"]{1,5}`(?: or `[^`"]{1,5}`)?)|EOF while parsing [\w ]{1,40}|trailing (?:characters|comma)|key must be a string|invalid (?:escape|number))", line: \d{1,9}, column: \d{1,9}\)/g,
  },
  {
    by: 'not valid JSON',
    hint: / at line \d/,
    pattern:
      /\b(?:expected (?:value|ident|`[^`"]{1,5}`(?: or `[^`"]{1,5}`)?)|EOF while parsing [\w ]{1,40}|trailing (?:characters|comma)|key must be a string|invalid (?:escape|number)) at line \d{1,9} column \d{1,9}/g,
  },
  {
    by: '$1',
    hint: /", line: /,
    pattern: /\bError\("((?:[^"\\]|\\.){1,400})", line: \d{1,9}, column: \d{1,9}\)/g,
  },
  // Dates: Go and chrono.
  {
    by: 'parsing time',
    hint: /parsing time "/,
    pattern: all(
      String.raw`parsing time ${literal}(?: as "[^"]{0,100}": cannot parse ${literal} as "[^"]{0,100}"|` +
        String.raw`: (?:month|day|hour|minute|second|day-of-year) out of range|: extra text: ${literal})`,
    ),
  },
  {
    by: 'not a date',
    hint: /input|trailing/,
    pattern: all(
      'input contains invalid characters',
      'premature end of input',
      'trailing input',
      'input is (?:out of range|not enough for unique date and time)',
    ),
  },
  {
    by: '$1',
    hint: /ParseError\(/,
    pattern: /\b(ParseError)\((?:NotEnough|OutOfRange|Impossible|Invalid|TooShort|TooLong)\)/g,
  },
  // Dates: Python, Ruby and PHP.
  {
    by: 'not a date',
    hint: /time data|unconverted|out of range|must be in|isoformat|xmlschema|invalid date|time (?:string|information)/,
    pattern: all(
      String.raw`time data ${anyLiteral} does not match format ${anyLiteral}`,
      'unconverted data remains: [^\\n]{1,200}',
      String.raw`(?:day is|year \S{1,12} is|argument|mon|(?:year|month|day|hour|minute|second)(?: value)?) out of range(?: for month)?`,
      String.raw`(?:year|month|day|hour|minute|second|microsecond) must be in \d{1,4}\.\.\d{1,6}(?:, not -?\d{1,12})?`,
      String.raw`Invalid isoformat string: ${anyLiteral}`,
      String.raw`invalid (?:xmlschema format|date)(?:: ${literal})?`,
      String.raw`no time information in ${literal}`,
      String.raw`(?:\w{1,60}::\w{1,60}\(\): )?Failed to parse time string \([^]{0,400}\) at position \d{1,6} \([^]{0,20}\): [\w ]{1,100}`,
    ),
  },
  // How many values there were.
  { by: '$1', hint: /unpack/, pattern: /\b(?:not enough|too many) (values to unpack)/g },
  // Types that an operation of Ruby or PHP was given.
  {
    by: '$1',
    hint: /comparison of|coerced|conversion|operand types/,
    pattern:
      /\b(comparison|(?=[\w:]{1,100} can't be coerced)|no implicit conversion|Unsupported operand types)(?: of [\w:]{1,100} with [^\n]{1,100} failed|[\w:]{1,100} can't be coerced into [\w:]{1,100}| of [\w:]{1,100} into [\w:]{1,100}|: [\w\\]{1,100} \S{1,3} [\w\\]{1,100})/g,
  },
  // Numbers and truth values: Rust and Go.
  {
    by: '$1 out of range',
    hint: /kind: \w{3}Over/,
    pattern: /\b(ParseIntError) \{ kind: (?:Pos|Neg)Overflow \}/g,
  },
  { by: '$1', hint: /kind: /, pattern: /\b(Parse(?:Int|Float)Error) \{ kind: \w{1,40} \}/g },
  {
    by: 'number out of range',
    hint: /number too/,
    pattern: all('number too (?:large|small) to fit in target type'),
  },
  {
    by: 'no number',
    hint: /in(?:valid|teger)|zero/,
    pattern: all(
      'invalid digit found in string',
      'cannot parse (?:integer|float) from empty string',
      'number would be zero for non-zero type',
      'invalid float literal',
    ),
  },
  { by: 'parsing 0 out of range', hint: /parsing "/, pattern: all(String.raw`parsing ${literal}: value out of range`) },
  {
    by: 'parsing 0',
    hint: /parsing "/,
    pattern: all(String.raw`parsing ${literal}: (?:invalid syntax|invalid (?:base|bit size) \d{1,9})`),
  },
  // Durations, addresses, URLs, ids and encodings: Go and Rust.
  {
    by: 'time: not a duration',
    hint: /duration "/,
    pattern: all(String.raw`time: (?:invalid|missing unit in|unknown unit ${literal} in) duration ${literal}`),
  },
  {
    by: 'not an address',
    hint: /Parse(?:Addr|Prefix|AddrPort)|address/,
    pattern: all(
      String.raw`(?:netip\.)?Parse(?:Addr|Prefix|AddrPort)\(${literal}\): [^\n;()]{1,100}(?:\(at ${literal}\))?`,
      String.raw`address [^\s:]{0,200}: (?:missing port in address|too many colons in address)`,
      String.raw`invalid (?:CIDR address: \S{0,200}|(?:IP|IPv4|IPv6|socket) address syntax)`,
    ),
  },
  {
    by: 'not a URL',
    hint: /parse "|URL|port number|empty host|domain name/,
    pattern: all(
      String.raw`parse ${literal}: (?:first path segment in URL cannot contain colon|missing protocol scheme|missing '\]' in host|` +
        String.raw`invalid (?:port ${literal} after host|URL escape ${literal}|character ${literal} in host name|userinfo|URI for request)|` +
        String.raw`net\/url: [\w ]{1,60}|empty url)`,
      'relative URL without a base',
      'empty host',
      'invalid port number',
      'invalid international domain name',
    ),
  },
  {
    by: 'not a UUID',
    hint: /UUID|urn:uuid|uuid/,
    pattern: all(
      String.raw`invalid UUID (?:length: \d{1,6}|format)`,
      String.raw`(?:UUID parsing failed: )?invalid (?:character: (?:expected an optional prefix of .urn:uuid:. followed by \[0-9a-fA-F-\], )?found .{1,12} at \d{1,6}|` +
        String.raw`(?:length: expected length \d{1,4} for \w{1,12} format|group count: expected \d|group length in group \d: expected \d{1,2}), found \d{1,6})`,
    ),
  },
  {
    by: 'not hexadecimal',
    hint: /hex/,
    pattern: all(String.raw`encoding\/hex: (?:invalid byte: [^\n]{1,20}|odd length hex string)`),
  },
  // What serde found instead of what it expected.
  { by: 'unknown variant, expected', hint: /unknown variant/, pattern: /\bunknown variant `[^`]{0,400}`, expected/g },
  {
    by: '$1, expected',
    hint: /invalid (?:type|value|length)/,
    pattern:
      /\b(invalid (?:type|value|length)): (?:(?:string|character|byte array|boolean|integer|floating point|unit variant|sequence|map|null|unit value|Option value|enum|newtype \w{1,10})\b(?: "(?:[^"\\]|\\.){0,400}"| `[^`]{0,400}`| '[^']{0,400}')?|\d{1,12}), expected/g,
  },
  // Where a CSV record began and where it is broken.
  { by: '', hint: /record on line/, pattern: /\brecord on line \d{1,9}; (?=parse error on line )/g },
]

const outcomes = [...new Set(parseFailures.map(({ by }) => by).filter((by) => /^[a-zA-Z]/.test(by)))]

/** True if a text, after these replacements, says that a parser rejected another text. */
export function isParseFailure(text: string): boolean {
  return outcomes.some((outcome) => text.includes(outcome))
}
