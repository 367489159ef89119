import type { Replacement } from '../value.js'

const shortUnit = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)'
const amount = String.raw`\d(?:[\d.,'’]{0,20}\d)?`
const currencies = 'EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|BRL|MXN|ZAR|SGD|HKD|KRW'
const traded = `${currencies}|BTC|ETH|XRP|USDT|USDC|XAU|XAG`
/** What a language calls its types and values: code, unlike other words. */
const types =
  'u?int|integer|float|double|number|str|string|text|bytes?|char|bool|boolean|object|array|list|map|dict|tuple|set|date|null|nil|none|nothing|' +
  'undefined|function|symbol|eof|end'
const dataFile =
  'txt|log|bak|tmp|eml|ics|vcf|webm|heic|mov|bmp|tiff?|csv|tsv|xlsx?|ods|pdf|docx?|zip|t?gz|png|jpe?g|gif|webp|mp[34]|wav|parquet|avro'

/** Data that people and programs write in several forms. Some forms hide which parts are numbers or ids. */
export const writtenData: readonly Replacement[] = [
  // Values of maps and lists, as Python and Ruby print them.
  {
    by: '$1"0"',
    hint: /(?:['"]: ?|=>|\w: )["']/,
    pattern: /((?:'[\w.-]{1,60}': |[:"][\w.-]{1,60}"?=>|[{,] ?\w{1,60}: ))(?:'[^'\n]{0,200}'|"[^"\n]{0,200}")(?=[,}])/g,
  },
  {
    by: '0',
    hint: / \[["'\d-]/,
    pattern: /(?<=[^\s[] )\[(?:(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|-?\d[\d.]{0,20})(?:, ?)?){1,200}\]/g,
  },
  // Ids of mixed letters with separators, and padded Base64.
  {
    by: '0',
    hint: /[\w-]{16}/,
    pattern:
      /(?<![\w./-])(?=[\w-]{0,63}\d)(?=[\w-]{0,63}[a-z])(?=[\w-]{0,63}[A-Z])(?=[\w-]{0,63}[_-])(?![A-Z]?[a-z]+[_-])\w[\w-]{15,63}(?![\w./-])/g,
  },
  { by: '0', hint: /=/, pattern: /(?<![\w+/=])(?=[A-Za-z+/]{0,200}\d)[A-Za-z0-9+/]{10,400}={1,2}(?![\w=])/g },
  {
    by: '0',
    hint: /[0-9A-Fa-f]{2}[:-][0-9A-Fa-f]{2}/,
    pattern: /(?<![\w:-])[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})(?![\w:-])/g,
  },
  { by: '0', hint: /\+\d/, pattern: /(?<![\w+])\+\d{1,3}(?:[ -]?\(?\d{1,6}\)?){2,6}(?![\w-])/g },
  { by: '0', hint: /\d, ?-?\d/, pattern: /(?<![\w.,])-?\d{1,3}\.\d{1,15}, ?-?\d{1,3}\.\d{1,15}(?![\w.,]\d|\w)/g },
  // Amounts of money, shares, sizes in words.
  {
    by: '0',
    hint: /[€$£¥]/,
    pattern: new RegExp(String.raw`-?[€$£¥] ?-?${amount}|(?<![\w.,])-?${amount} ?[€£¥]`, 'g'),
  },
  {
    by: '0',
    hint: /\d [A-Z]{3}/,
    pattern: new RegExp(String.raw`(?<![\w.,])-?${amount} (?:${currencies})(?!\w)`, 'g'),
  },
  {
    by: '0',
    hint: /[A-Z]{3} \d/,
    pattern: new RegExp(String.raw`(?<!\w)(?:${currencies}) -?${amount}(?![\w%])`, 'g'),
  },
  // Pairs of currencies and of other things that exchanges trade.
  {
    by: '0',
    hint: /[A-Z]{3}[/_-]?[A-Z]{3}/,
    pattern: new RegExp(String.raw`(?<![\w/-])(?:${traded})[/_-]?(?:${traded})(?![\w/-])`, 'g'),
  },
  { by: '%', hint: /\d(?:\s%| per)/, pattern: /(?<=\d)(?:\s%| percent\b| per cent\b)/g },
  {
    by: '0',
    hint: /byte/,
    pattern: /(?<![\w.,])\d[\d.,]{0,20} ?(?:kilo|mega|giga|tera|kibi|mebi|gibi)bytes?(?!\w)/gi,
  },
  // Numbers with separators other than commas, masked secrets, account numbers, time zones, countries, accounts.
  {
    by: '0',
    hint: /\d['’_\u00A0\u202F]\d{3}/,
    pattern: /(?<![\w.,'’])\d{1,3}(?:['’_\u00A0\u202F]\d{3}){1,5}(?:[.,]\d{1,9})?(?![\w'’])/g,
  },
  { by: '0', hint: /\*{3}/, pattern: /(?<![\w*])\w{0,40}\*{3,40}\w{0,40}/g },
  {
    by: '0',
    hint: /[A-Z]{2}\d\d [A-Z\d]{4} /,
    pattern: /(?<!\w)[A-Z]{2}\d{2}(?: [A-Z\d]{4}){2,7}(?: [A-Z\d]{1,3})?(?!\w)/g,
  },
  {
    by: '0',
    hint: /[a-z]\/[A-Z]/,
    pattern:
      /(?<![\w/])(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)(?:\/[A-Za-z_+-]{2,30}\d{0,2}){1,2}(?![\w/])/g,
  },
  {
    by: '0',
    hint: / [A-Z]{2}(?!\w)/,
    pattern:
      /(?<=\b(?:for|to|from|in) )(?!(?:ID|IP|DB|UI|OS|IO|VM|CI|CD|QA|HR|TV|PC|AI|ML|JS|TS|GO|IT|OK|NO|OR)\b)[A-Z]{2}(?=$|[.,;:)]| [a-z])/g,
  },
  { by: '0', hint: /@[a-z]/, pattern: /(?<=^|\s)@[a-z](?:[\w.-]{0,38}\w)?(?=$|[\s.,;:)])/g },
  // Tags, media types, and numbers with a unit of measurement.
  { by: '0', hint: /\s#\w/, pattern: /(?<=[a-z]\s)#(?=[\w-]{0,40}[a-z])[\w-]{2,40}(?=$|[\s.,;:)])/g },
  {
    by: '0',
    hint: /[a-z]\/[a-z]/,
    pattern: /(?<![\w/.-])(?:application|audio|font|image|model|multipart|text|video)\/[a-z][\w.+-]{1,60}(?![\w/])/g,
  },
  {
    by: '0 $1',
    hint: /\d(?:[kcm]?[gml]|k?W|[kMG]?Hz|V|°)/,
    pattern: /(?<![\w.,-])\d[\d.,]{0,12}((?:k|m|µ)?g|[kcm]m|m?l|k?Wh?|[kMG]?Hz|°[CF])(?!\w)/g,
  },
  { by: '0', hint: /\d[kM](?!\w)/, pattern: /(?<![\w.,-])\d{1,4}(?:[.,]\d{1,3})?[kM](?![\w-])/g },
  // Durations in ISO 8601, and in several units.
  {
    by: '1s',
    hint: /P[T\d]/,
    pattern: /(?<!\w)P(?=T?\d)(?:\d{1,4}[YMWD]){0,4}(?:T(?:\d{1,6}(?:\.\d{1,9})?[HMS]){1,3})?(?!\w)/g,
  },
  {
    by: '1s',
    hint: /\d ?[a-z]{1,12},? /,
    pattern: new RegExp(
      String.raw`(?<![\w.,])\d[\d.]{0,12} ?${shortUnit}(?:(?:,|,? and)? \d[\d.]{0,12} ?${shortUnit}){1,4}(?!\w)`,
      'g',
    ),
  },
  // Days, weekdays and times within a sentence.
  { by: '<date>', hint: /\dh\d\d/, pattern: /(?<![\w.])[0-2]?\dh(?:[0-5]\d)(?!\w)/g },
  {
    by: '<date>',
    hint: /\d\.? [A-Z][a-z]{2}/,
    pattern:
      /(?<![\w.])[0-3]?\d(?:\.|st|nd|rd|th)? (?:of )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December)(?![\w.])/g,
  },
  {
    by: '<date>',
    hint: /\d\.? \p{L}{3}[^]{0,12}\d{4}/u,
    pattern: /(?<![\w.])[0-3]?\d\.? (?:de )?\p{L}{3,10}\.?(?: de)? (?:19|20)\d\d(?!\w)/gu,
  },
  {
    by: '0',
    hint: /day/,
    pattern: /(?<=[a-z] )(?:mon|tues|wednes|thurs|fri|satur|sun)day(?!\w)/g,
  },
  // Files of data, unlike those of programs and settings.
  {
    by: '0',
    hint: /\.[a-z]{2}/,
    pattern: new RegExp(
      String.raw`(?<![\w:/\\.@<-])\w(?:[\w@.+/-]|(?<=\d):(?=\d)){0,150}\.(?:${dataFile})(?![\w/])`,
      'gi',
    ),
  },
  // People with more than one name.
  {
    by: '$1',
    hint: / <[\w.+-]{1,64}@/,
    pattern: /[A-Z][\w'.-]{1,30}(?: [A-Za-z][\w'.-]{1,30}){0,3} <([\w.+-]{1,64}@[\w.-]{1,200})>/g,
  },
  // Ids of one letter and a number, unlike names of techniques, percentiles, types and versions, and single capitals.
  {
    by: '0',
    hint: /[a-z]\d/,
    pattern:
      /(?<![\w./:\\<-])(?!(?:s3|r2|d3|m[23]|o2|[hv]\d|h26\d|p50|p75|p9\d{1,2}|[iu](?:8|16|32|64|128)|x(?:11|64|86|509))(?!\d)|k8)[a-dg-z]\d{1,6}(?![\w/-]|\.\w)/g,
  },
  {
    by: '0',
    hint: /[a-z] [A-Z](?![\w'])/,
    pattern:
      /(?<=\b(?!(?:type|class|got|expected|not|be|is|of|named)\b)[A-Za-z][a-z]{2,20} )[A-Z](?=$|[.,;)]| [a-z]|: )/g,
  },
  // Ids of capitals and a number, such as flights, and of several numbers.
  {
    by: '0',
    hint: /[A-Z]{2} \d/,
    pattern:
      /(?<=[a-z>] )(?!(?:API|SQL|XML|CSV|PDF|URL|URI|TLS|SSL|SSH|DNS|TCP|UDP|FTP|CPU|GPU|RAM|ISO|RFC|JDK|JVM|UTF|SHA|AES|RSA|IP|DB|ID|OS|CI|VM|OK|IO|UI|NO|AT|OF|TO|IN|ON)\b)[A-Z]{2,3} \d{1,5}(?![\w.-]|:\d)/g,
  },
  {
    by: '0',
    hint: /\d-\d{1,12}-\d/,
    pattern: /(?<![\w.:/-])(?!(?:19|20)\d\d-)\d{1,12}(?:-\d{1,12}){2,6}(?:-X)?(?![\w.-])/g,
  },
  {
    by: '0',
    hint: /[A-Z\d]\/[A-Z\d]/,
    pattern:
      /(?<![\w./:-])(?!\d{1,9}\/)(?!(?:HTTP|TLS|TCP|UDP|UTF)\b)(?=[A-Z\d/-]{0,40}\d)[A-Z][A-Z\d-]{0,10}(?:\/[A-Z\d-]{1,12}){1,3}(?![\w./:-])/g,
  },
  { by: '0', hint: / [IVX]{2}/, pattern: /(?<=[a-z]{3} )(?:X{0,3}(?:I[VX]|VI{0,3}|I{2,3})|X{2,3})(?=$|[ .,;:)])/g },
  // Codes of languages and units: two letters that are no word.
  {
    by: '0',
    hint: / [a-z]{2}(?![\w'])/,
    pattern:
      /(?<=[a-z] )(?!(?:a[mnst]|b[ey]|do|go|he|i[dfnost]|me|my|no|o[fknr]|so|to|u[ips]|we|db|vs|eg|ie|fs|ip|js|ts|py|rb|fn|md|ls|cd|rm|cp|mv|gz|pk|fk|tx|vm|qa|ai|ml|ci)\b)[a-z]{2}(?=$|[,;)]| [a-z])/g,
  },
  // What was found instead of what was expected, and states before and after a change.
  {
    by: '0',
    hint: / got /,
    pattern: new RegExp(String.raw`(?<=\b[Ee]xpected [^,\n]{1,60},? (?:but )?got )(?!(?:${types})\b)[a-z]{2,30}$`, 'g'),
  },
  {
    by: 'from 0 to 0',
    hint: /from [a-z]/,
    pattern: new RegExp(
      String.raw`\bfrom (?!(?:the|an?|this|its|${types})\b)[a-z]{2,20} to (?!(?:the|an?|this|its|${types})\b)[a-z]{2,20}(?=$|[.,;:)]| [a-z])`,
      'g',
    ),
  },
  // A state that was not expected, unlike what may happen to states.
  {
    by: '$10',
    hint: / state [a-z]/,
    pattern:
      /\b((?:unexpected|unknown|unhandled|invalid|illegal|impossible|unreachable code:|in|from) state )(?!(?:transition|change|machine|update|value|token|param|error|exception|mismatch|file|code|store|key|name)s?$)[a-z_-]{2,30}$/gi,
  },
  // Slugs within a path.
  { by: '$1-', hint: /\/[a-z]{1,40}-[a-z]/, pattern: /(?<=\/)([a-z]{2,30})(?:-[a-z]{2,30}){1,6}-(?=\d)/g },
]
