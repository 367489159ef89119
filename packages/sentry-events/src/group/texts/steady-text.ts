import { toSingular } from './counted-nouns.js'
import { withLinuxNumbers, withoutCalledPaths, withoutMisnamedStatus } from './fault-codes.js'
import { parseFailures } from './parse-failures.js'
import { normalizeText, spell } from './plain-text.js'
import { properNames } from './proper-names.js'
import { rejectedInput } from './rejected-input.js'
import { runtimePanics } from './runtime-panics.js'
import { withoutSpokenNames } from './spoken-names.js'
import { writtenData } from './written-data.js'
import { replaceIn, type Replacement } from '../value.js'

/** Three capitals that name a kind of thing. */
const acronyms =
  'API|SQL|XML|CSV|PDF|URL|URI|URN|TLS|SSL|SSH|DNS|TCP|UDP|FTP|JWT|JWK|CPU|GPU|RAM|RPC|CDN|SMS|PIN|OTP|MFA|SSO|VAT|TAX|EOF|GET|PUT|NOT|AND|NUL|UTF|MAC|VIN|PEM|DER|CRL|CSR|RSA|AES|DSA|HSM|AMQ|MQ|LRU|TTL|ACL|IAM|SDK|JVM|JDK|ORM|DOM|CSS|SVG|PNG|JPG|GIF|ZIP|TAR|JAR|WAR|NFS|GPS|NFC|USB|LED|LCD|SIM|POS|ERP|CRM|SKU|EAN|ISO|RFC|SET|ADD|ALL|KEY|ROW|USE'

/** First parts of names that a number belongs to. */
const standards =
  'utf|sha|iso|http|tls|ssl|md|rfc|cve|ipv?|base|arm|amd|win|es|col|arg|u?int|float|e|err|error|code|status|x86|oauth|level|UTF|SHA|ISO|' +
  'HTTP|TLS|SSL|MD|RFC|CVE|E|ERR|ORA|TS|CS|PG|SQL|KB'

/** The parts of a statement that name its table, with the quotes of a mapper. */
const quotedTable = /\b((?:from|into|join|update) )(?:["`]\w{1,60}["`]\.)?["`](\w{1,60})["`]/gi

const sqlVerb = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b/i

/** Parts that vary by number, process, place and user input; later replacements' matches are left alone. */
const unsteady: readonly Replacement[] = [
  ...runtimePanics,
  ...rejectedInput,
  ...writtenData,
  // Numbered entities of Erlang's runtime.
  { by: '#$1', hint: /#[PRF]/, pattern: /#(PID|Reference|Port|Function)<[^<>]{1,100}>/g },
  {
    by: '0',
    hint: /[a-z][_-][A-Z]/,
    pattern: /(?<![\w-])[a-z]{2,3}(?:[_-][A-Z][a-z]{3})?[_-][A-Z]{2}(?![\w-])/g,
  },
  // Numbers with separators and units, with a decimal comma, and representations of non-numbers.
  { by: '0', hint: /\d,\d/, pattern: /(?<![\w.,])-?\d{1,3}(?:[.'’\u00A0\u202F]\d{3}){0,5},\d{1,2}(?![\w.,]\d|\w)/g },
  { by: '0', hint: /\d,\d{3}/, pattern: /(?<![\w.,])-?\d{1,3}(?:,\d{3}){1,5}(?= ?[a-zµμ%])/g },
  { by: '0', hint: /nan|inf|n\/a/i, pattern: /(?<![\w/.])(?:[-+]?(?:Infinity|[Ii]nf)|NaN|nan|[Nn]\/[Aa])(?![\w/])/g },
  { by: '0', hint: /\de[-+]?\d/i, pattern: /(?<![\w.-])-?\d{1,20}(?:\.\d{1,20})?[eE][-+]?\d{1,3}(?![\w.-])/g },
  // Sizes, ordinals, signs of durations, and below dates, versions.
  {
    by: '0',
    hint: /\d ?(?:[kKMGTP]i?)?[Bb]/,
    pattern: /(?<![\w.,])\d[\d.,]{0,20} ?(?:[kKMGTP]i?B|[Bb]ytes?|B)(?![\w-])/g,
  },
  { by: '0', hint: /\d(?:st|nd|rd|th)/, pattern: /(?<![\w.,-])\d[\d,]{0,12}(?:st|nd|rd|th)(?![\w-])/g },
  {
    by: '',
    hint: /-\d/,
    pattern:
      /(?<![\w.)])-(?=\d{1,12}(?:\.\d{1,12})? ?(?:h|m|s|ms|[uµμ]s|ns|(?:second|minute|hour|day|week|month|year)s?)(?![A-Za-z]))/g,
  },
  {
    by: '<date>',
    hint: /\d\.\d{1,2}\.\d/,
    pattern: /(?<![\w.])[0-3]?\d\.[01]?\d\.\d{4}(?:,? [0-2]?\d:[0-5]\d(?::[0-5]\d)?)?(?![\w.]\d|\w)/g,
  },
  {
    by: '0',
    hint: /\d\.\d{1,6}\.\d/,
    pattern: /(?<![\w.-])v?\d{1,6}\.\d{1,6}\.\d{1,8}(?:[-+][0-9A-Za-z.-]{1,40})?(?![\w-]|\.\d)/g,
  },
  ...properNames,
  // Codes of currencies, airports and the like: three capitals after a word, unlike the names of techniques and commands.
  {
    by: '0',
    hint: /[a-z] [A-Z]{3}(?![A-Za-z])/,
    pattern: new RegExp(
      String.raw`(?<=\b(?!(?:type|class|model|entity|table|find|got|expected|not|be|is|an?|the|of|named)\b)[a-z]{2,20} )(?!(?:${acronyms})\b)[A-Z]{3}(?=$|[.,;:)]| [a-z])`,
      'g',
    ),
  },
  // Ids of a prefix and a number (`HAM-17`, `office_2`, `12-B`, `V1`) and license plates, but not names of standards, error codes and widths.
  {
    by: '0',
    hint: /[A-Za-z][-_]?\d|\d[-_]?[A-Z]|[A-Z]-[A-Z]/,
    pattern: new RegExp(
      String.raw`(?<![\w./:\\@=<-])(?:` +
        String.raw`(?!(?:${standards})[-_])(?!\d{4}-\d\d-\d\d|\d{1,9}[-_][a-z]{3})(?=[\d_-]{0,20}[A-Za-z])(?=[\w-]{0,80}\d)[A-Za-z0-9]{1,20}(?:[-_][A-Za-z0-9]{1,20}){1,8}|` +
        String.raw`(?!(?:S3|R2|D3|H[123]|O2|G1|K8|M[123]|P9\d|E\d{3,})(?!\d))[A-Z]\d{1,6}|\d{1,4}[A-Z]|f(?!16\b|32\b|64\b|128\b)\d{1,6}|[A-Z]{1,3}-[A-Z]{1,2} \d{1,4})(?![\w.-]|:\d)`,
      'g',
    ),
  },
  // Numbered members of a group, such as `eu-3`.
  { by: '0', hint: /[a-z]-\d/, pattern: /(?<![\w/.-])[a-z]{2}-\d{1,6}(?![\w.-])/g },
  // JSON and SQL values.
  {
    by: '"$1": 0',
    hint: /":/,
    pattern: /"([\w.-]{1,60})" ?: ?(?:"(?:[^"\\]|\\.){0,400}"|-?\d[\d.eE+-]{0,30}|true|false|null)(?: ?, ?(?="))?/g,
  },
  // A statement that a driver or mapper puts before what went wrong: its table is code; rows and parameters are data.
  {
    by: '$1$2',
    hint: /(?:select|SELECT|insert into|INSERT INTO|delete from|DELETE FROM|merge into|MERGE INTO) |(?:update|UPDATE) ["`]/,
    pattern: quotedTable,
  },
  {
    by: 'values ()',
    hint: /(?:values|VALUES) ?\(/,
    pattern: /\bvalues ?\([^()]{0,300}\)(?:, ?\([^()]{0,300}\)){0,200}/gi,
  },
  { by: '', hint: /^Failed query: /, pattern: /\nparams: [^]*$/ },
  { by: '$10', hint: sqlVerb, pattern: /((?:[=<>(,]|\bLIKE) ?)'(?:[^']|''){0,400}'/gi },
  {
    by: '<path>',
    hint: /\/|\\/,
    pattern:
      /(?<![\w:/.\\])(?:\/(?:var|tmp|home|srv|data|mnt|media|private|Users)\/|[A-Za-z]:[\\/])[^\s'"`<>|,;:()]{1,300}/g,
  },
  // The runtime picks one of localhost's two addresses. Any address in brackets before a port is data.
  { by: '127.0.0.1', hint: /::/, pattern: /(?<![\w:.])(?:\[[0-9a-f:]{2,45}\](?=:\d)|::1(?=:\d{2,5}\b|[\s,)]|$))/g },
  // The row that broke a unique key: PostgreSQL, MySQL and SQL Server.
  { by: 'Key ($1)=()', hint: /\)=\(/, pattern: /\bKey \(([^()]{1,200})\)=\((?:[^()]|\([^()]{0,100}\)){0,400}\)/g },
  {
    by: "Duplicate entry ''",
    hint: /Duplicate entry/,
    pattern: /\bDuplicate entry '(?:[^']|''){0,400}?'(?= for key)/g,
  },
  // Values that databases reject, also with apostrophes.
  {
    by: "$1 ''",
    hint: /(?:[Vv]alue|: ?|Token|converting) ?["']/,
    pattern:
      /\b((?<!(?:[Rr]equired|Non-null|[Mm]issing|[Nn]o) )[Vv]alue:?|\benum [\w.]{1,60}:|out of range:|literal:|tsquery:|Token|error converting|too long for column "[^"\n]{1,100}":) (?:'(?:[^'\n]|(?<=\w)'(?=\w)){0,400}'|"[^"\n]{0,400}")/g,
  },
  { by: "Truncated value: ''", hint: /Truncated value/, pattern: /\bTruncated value: '[^\n]{0,1000}/g },
  { by: 'Failing row ()', hint: /Failing row/, pattern: /\bFailing row contains \([^\n]{0,1000}/g },
  { by: 'key value is ()', hint: /key value is/, pattern: /\bkey value is \([^()\n]{0,400}\)/g },
  // How Ruby versions quote a method and name its receiver.
  { by: "'$1'", hint: /`/, pattern: /`([^`'\n]{1,200})'/g },
  { by: "' for nil", hint: /NilClass/, pattern: /' for nil:NilClass\b/g },
  { by: "' for an instance of $1", hint: /#</, pattern: /' for #<([A-Z]\w{0,60}(?:::\w{1,60}){0,5})[^>]{0,200}>/g },
  // User input, in the wording of runtimes that reject it, and the location reported by Jackson.
  {
    by: "$1 ''",
    hint: /['"]/,
    pattern:
      /\b([Ss]tring:?|with base \d{1,2}:|string to (?:float|complex):|value for (?:Integer|Float|Rational|Complex)\(\):|syntax for (?:type )?[\w ]{1,40}:|Text(?=[^]{1,400} could not be parsed)) (?:'[^'\n]{0,400}'|"[^"\n]{0,400}")/g,
  },
  {
    by: '',
    hint: /at \[Source: /,
    pattern: /\s{0,4}at \[Source: [^]{0,800}?; ?(?:byte offset: #\d{1,9}|line: \d{1,9}, column: \d{1,9})\]/g,
  },
  // The pattern itself, which is often user input too.
  { by: 'regexp', hint: /regexp: Compile/, pattern: /\bregexp: Compile\((?:`[^`]{0,400}`|"[^\n]{0,400}?")\)/g },
  { by: '$1', hint: /parsing regexp/, pattern: /(error parsing regexp: [^`\n]{1,80}): `[^`]{0,400}`/g },
  { by: '$1', hint: /Invalid regular/, pattern: /(Invalid regular expression): \/[^\n]{0,400}\/[a-z]{0,8}(?=: )/g },
  // Why and from where webpack failed to load a chunk; what React found in a page.
  { by: '$1', hint: /^Loading /, pattern: /^(Loading (?:CSS )?chunk \S{1,200} failed\.)\s[^]{0,1000}$/g },
  { by: '$1 ""', hint: /Client: "/, pattern: /\b(Server:|Client:) "[^"]{0,400}"/g },
  // The actual type instead of the one Go expected.
  { by: '$1 is$2', hint: /conversion: /, pattern: /\b(interface conversion: [^\n]{1,200}?) is [^\n,]{1,200}(, not )/g },
  {
    by: 'cannot unmarshal into',
    hint: /unmarshal/,
    pattern: /\bcannot unmarshal (?:string|number|bool|object|array|null)(?: [\w.+-]{1,40})? into\b/g,
  },
  ...parseFailures,
]

/** Versions of a library add or remove it. */
const lastPunctuation = /(?<=[\w)\]}>'"`])\s?[.!?:;,…]{1,3}\s*$/

/** Removes the non-id parts of a text that vary between events of an issue. */
export function readSteadyText(value: string): string {
  const text = withLinuxNumbers(withoutMisnamedStatus(withoutCalledPaths(value.replace(lastPunctuation, ''))))
  return withoutSpokenNames(replaceIn(text, unsteady))
}

/** The port of an unreachable host, and the number of a production React error. */
const significantNumber = /((?:\d|::1\]?|[a-z][\w-]{0,60}):|React error #)(\d{2,5})\b(?![.:]\d)/g
const mayBeSignificant = /\bE(?:CONN[A-Z]{4,7}|TIMEDOUT|HOSTUNREACH)\b|[Cc]onnection refused|\bReact error #/
/** Well-known ports of mail, directory, database, cache and broker services. Other ports are arbitrary. */
const servicePorts = new Set(
  '25 389 465 587 636 1433 1521 2379 3306 4222 5432 5671 5672 6379 9042 9092 9200 11211 27017'.split(' '),
)

function spellSignificantNumbers(text: string): string {
  if (!mayBeSignificant.test(text)) return text
  return text.replace(significantNumber, (found, before: string, number: string) =>
    before.endsWith('#') || servicePorts.has(number) ? `${before} ${spell(number)}` : found,
  )
}

const placeholder =
  /<(?:hostname|ip)>:<int>|<(?:int|float|hex|id|git_sha|uuid|md5|sha1|date|duration|hostname|ip|url)>/g
/** Data that explains the text before it, such as the number of an attempt. */
const detail = /(?<=\S) \((?:[\w-]{1,30}[:= ] ?){0,3}#?<n>[^()<>]{0,20}\)/g
const list = /<n>(?:(?:,| |, )<n>){1,200}/g
/** A value after its name. */
const assigned = /(?<![\w-])([\w-]{1,40})( ?= ?)(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s,;)\]}&<"']{1,200})/g
/** Names of values that are a kind of failure. */
const namingKind = /^(?:kind|code|reason|type|op|err|error|source|cause|status|state|level)$/i

/** Normalizes a text that only its words identify: which kinds of data it contains, and how much, is chance. */
export function readBareText(value: string): string {
  const text = toSingular(normalizeText(spellSignificantNumbers(readSteadyText(value))))
  const bare = text.includes('=') ? text.replace(assigned, withoutValue) : text
  return bare.includes('<') ? bare.replace(placeholder, '<n>').replace(list, '<n>').replace(detail, '') : bare
}

function withoutValue(found: string, name: string, sign: string): string {
  return namingKind.test(name) ? found : `${name}${sign}<n>`
}

const slot = /%(?:\([\w.]{1,60}\))?[-+0#]{0,5}\d{0,4}(?:\.\d{1,3})?[sdifgexXorqvTpc](?![a-z])|[$#]?\{[^{}]{0,100}\}/g

/** A template as it looks with its placeholders filled by numbers and ids, which some SDKs send instead. */
export function fillTemplate(template: string): string {
  return template.replace(slot, '0')
}
