import { isSensitiveName, secretPatterns, type SecretPattern } from './secret-patterns.js'

/**
 * Hides secrets from a model: they are replaced with placeholders and only restored in queries to the store. A secret
 * has the same placeholder throughout a session, so that a model can still see that two texts refer to the same thing.
 */
export interface SecretVault {
  /** Returns the text with secrets replaced. */
  hideText(text: string): string
  /**
   * Returns the JSON value with secrets replaced, including in field names. Complete values of fields such as
   * `password` are secret; a release in a field such as `release` never is.
   */
  hide(value: unknown): unknown
  /** Restores the secrets in place of their placeholders. */
  reveal(value: unknown): unknown
}

const placeholderPattern = /<hidden-[a-z-]+-\d+>/g
/** A release, as opposed to a text that contains a secret. */
const releaseName = /^(?:.*_)?(?:releases?|version|dist)$/
const releaseText = /^[\w.@+/-]{1,250}$/
/** Shorter values reveal nothing and would be replaced everywhere. */
const lengthMin = 3
/** Valid lengths of card numbers; other digit sequences are ignored. */
const cardDigits = { min: 13, max: 19 }

/**
 * Numbers placeholders in the order in which secrets are found.
 * @param secretsMax Maximum number of remembered secrets. The oldest are evicted; their placeholders are never reused.
 */
export function createSecretVault(secretsMax = Infinity): SecretVault {
  const bySecret = new Map<string, string>()
  const byPlaceholder = new Map<string, string>()
  let met = 0
  const placeholderOf = (secret: string, kind: string): string => {
    const known = bySecret.get(secret)
    if (known !== undefined) return known
    met += 1
    const placeholder = `<hidden-${kind}-${met}>`
    bySecret.set(secret, placeholder)
    byPlaceholder.set(placeholder, secret)
    for (const [oldest, its] of bySecret) {
      if (bySecret.size <= secretsMax) break
      bySecret.delete(oldest)
      byPlaceholder.delete(its)
    }
    return placeholder
  }
  const hideText = (text: string): string =>
    hideKnown(
      secretPatterns.reduce((rest, pattern) => replaceSecrets(rest, pattern, placeholderOf), hideKnown(text, bySecret)),
      bySecret,
    )
  const hide = (value: unknown): unknown => mapTexts(value, hideText, (secret) => placeholderOf(secret, 'secret'))
  const revealText = (text: string) =>
    text.replace(placeholderPattern, (placeholder) => byPlaceholder.get(placeholder) ?? placeholder)
  return { hideText, hide, reveal: (value) => mapTexts(value, revealText) }
}

/** Once a secret was found by its context, it is hidden wherever it occurs. */
function hideKnown(text: string, bySecret: ReadonlyMap<string, string>): string {
  let rest = text
  for (const [secret, placeholder] of bySecret) {
    if (isDistinct(secret) && rest.includes(secret)) rest = rest.replaceAll(secret, placeholder)
  }
  return rest
}

/** True unless the secret is short or an ordinary word, which texts may use in another sense. */
function isDistinct(secret: string): boolean {
  return secret.length >= 6 && !/^[A-Z]?[a-z]+$/.test(secret)
}

function replaceSecrets(
  text: string,
  { kind, pattern, group }: SecretPattern,
  placeholderOf: (secret: string, kind: string) => string,
): string {
  return text.replace(pattern, (match: string, ...groups: unknown[]) => {
    const found = group === undefined ? match : groups[group - 1]
    const secret = typeof found === 'string' ? withoutQuotes(found) : ''
    if (!isSecret(secret, kind)) return match
    return (
      match.slice(0, match.lastIndexOf(secret)) +
      placeholderOf(secret, kind) +
      match.slice(match.lastIndexOf(secret) + secret.length)
    )
  })
}

function withoutQuotes(text: string): string {
  return text.replace(/^\\*["']/, '')
}

const plainWords =
  /^(?:bearer|basic|digest|token|true|false|null|none|undefined|invalid|missing|required|expired|empty|unknown|\[?filtered\]?|\*+|-+)$/i

function isSecret(text: string, kind: string): boolean {
  if (text.length < lengthMin || text.startsWith('<hidden-') || plainWords.test(text)) return false
  if (kind === 'email') return !isVersioned(text)
  return kind !== 'card' || isCardNumber(text.replace(/\D/g, ''))
}

/** `shop@1.4.0` is a release, not an email address. */
function isVersioned(text: string): boolean {
  return /(?:@|%40)v?\d+\.\d/i.test(text)
}

/** The first placeholder in a value; after `reveal`, one whose secret isn't remembered. */
export function findPlaceholder(value: unknown): string | undefined {
  return JSON.stringify(value ?? null).match(placeholderPattern)?.[0]
}

/** Verifies the length and check digit of a card number. */
function isCardNumber(digits: string): boolean {
  if (digits.length < cardDigits.min || digits.length > cardDigits.max) return false
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

function mapTexts(value: unknown, ofText: (text: string) => string, ofSensitive?: (secret: string) => string): unknown {
  if (typeof value === 'string') return ofText(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, ofText, ofSensitive))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (typeof each === 'string' && releaseName.test(name) && releaseText.test(each)) return [name, each]
      const isWhole =
        ofSensitive !== undefined && typeof each === 'string' && isSensitiveName(name) && isSecret(each, '')
      return [ofText(name), isWhole ? ofSensitive(each) : mapTexts(each, ofText, ofSensitive)]
    }),
  )
}
