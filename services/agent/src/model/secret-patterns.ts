/** The form of a kind of secret in texts. */
export interface SecretPattern {
  /** Label in the placeholder. */
  kind: string
  pattern: RegExp
  /** The capturing group that is the secret; the complete match if omitted. */
  group?: number
}

const sensitiveNames =
  'pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|private[_-]?key|' +
  'signing[_-]?key|encryption[_-]?key|client[_-]?secret|credentials?|authorization|auth|cookie|set-cookie|' +
  'session(?:[_-]?(?:id|key))?|sid|csrf|xsrf|signature|dsn|connection[_-]?string|otp|pin|cvv|ssn'

/** True if the name marks its value as secret: `DB_PASSWORD`, `x-api-key`, `accessToken`. */
const sensitiveName = new RegExp(`(?:^|[_.\\-\\s]|(?<=[a-z])(?=[A-Z]))(?:${sensitiveNames})$`, 'i')
const camelName =
  /(?:Password|Passwd|Passphrase|Secret|Token|ApiKey|AccessKey|PrivateKey|Credentials?|Authorization|Cookie|Dsn)$/

export function isSensitiveName(name: string): boolean {
  return name.length <= 200 && (sensitiveName.test(name) || camelName.test(name))
}

const quotedValue = '\\\\*"(?:[^"\\\\]|\\\\(?!["]))*|\\\\*\'[^\'\\\\]*'

/**
 * Forms of secrets, broadest first: later ones don't see what earlier ones replaced. Every repetition is bounded or
 * stops at the first character that doesn't belong, so that hostile texts take linear time.
 */
export const secretPatterns: readonly SecretPattern[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { kind: 'url', pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/@"'<>\\]{1,500}@[^\s"'<>\\]{1,500}/gi },
  { kind: 'webhook', pattern: /https:\/\/hooks\.slack\.com\/[^\s"'<>\\]{1,200}/gi },
  {
    kind: 'authorization',
    pattern: /\b(?:bearer|basic|digest|negotiate|token|apikey)\s+(?=[^\s"',;\\]*[\d=._~+/-])([^\s"',;\\]{8,4096})/gi,
    group: 1,
  },
  { kind: 'cookie', pattern: /\b(?:set-)?cookie\\*["']?\s{0,3}[:=]\s{0,3}\\*["']?([^"'\r\n\\]{1,8192})/gi, group: 1 },
  { kind: 'jwt', pattern: /\beyJ[\w-]{6,}\.[\w-]{4,}(?:\.[\w-]*)?/g },
  {
    kind: 'api-key',
    pattern:
      /\b(?:(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{8,}|xapp-[\w-]{8,}|(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)?[-_]?[\w-]{16,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|npm_\w{30,}|hf_\w{20,}|dop_v1_\w{20,}|shp(?:at|ss|ca|pa)_\w{20,}|sntry[su]_[\w=+/-]{20,}|whsec_[\w+/=]{16,}|sbx?_\w{16,}|pypi-[\w-]{20,}|dckr_pat_[\w-]{20,}|hvs\.[\w-]{20,})/g,
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      `(?:[\\w.\\-]{0,60}(?:${sensitiveNames}))\\\\*["']?\\s{0,3}(?:=>|:=|[:=]|%3[dD]|\\s(?:is|was)\\s)\\s{0,3}(${quotedValue}|[^\\s"',;&)}\\]<\\\\]{1,4096})`,
      'gi',
    ),
    group: 1,
  },
  { kind: 'email', pattern: /(?<![\w.+-])[\w.+-]{1,64}(?:@|%40)[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g },
  { kind: 'card', pattern: /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-]|\.\d)/g },
  { kind: 'token', pattern: /(?<![\w/+.-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{32,4096}={0,2}(?![\w/+-])/g },
  {
    kind: 'token',
    pattern: /(?<![\w/+.-])(?=[\w/+]*[a-z])(?=[\w/+]*[A-Z])(?=[\w/+]*\d)[A-Za-z0-9/+]{40}(?![\w/+.-])/g,
  },
]
