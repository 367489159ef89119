import type { ScrubbingSettings } from '@signalbox/contracts'

/** Lower-case parts of names whose values are secrets. */
const sensitiveParts = [
  'password',
  'passwd',
  'secret',
  'api_key',
  'api-key',
  'apikey',
  'auth',
  'credentials',
  'mysql_pwd',
  'private_key',
  'private-key',
  'privatekey',
  'access_token',
  'stripetoken',
] as const

/** Complete names. */
const sensitiveNames = new Set(['otp', 'two-factor'])

/** `token` only at the end: `max_tokens` and `token_count` are not secrets. */
const sensitiveEnding = 'token'

/** Verdict on a field name: the rule that removes its value, or `safe` if it always stays. */
export type NameVerdict = { rule: string } | 'safe' | undefined

export type NameJudge = (name: string) => NameVerdict

/** Names recur, so this many verdicts are cached. */
const rememberedMax = 2_000
const nameLengthMax = 200

/** Compiles the rules on names. Case-insensitive; only the first 200 characters of a name count. */
export function createNameJudge(settings: ScrubbingSettings): NameJudge {
  const own = settings.sensitive_fields.map((part) => part.toLowerCase())
  const safe = new Set(settings.safe_fields.map((name) => name.toLowerCase()))
  const remembered = new Map<string, NameVerdict | null>()
  const judge = (name: string): NameVerdict => {
    if (safe.has(name)) return 'safe'
    const rule = findRule(name, own, settings.use_defaults)
    return rule === undefined ? undefined : { rule }
  }
  return (rawName) => {
    const known = remembered.get(rawName)
    if (known !== undefined) return known ?? undefined
    const verdict = judge(rawName.slice(0, nameLengthMax).toLowerCase())
    if (rawName.length > nameLengthMax) return verdict
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(rawName, verdict ?? null)
    return verdict
  }
}

function findRule(name: string, own: readonly string[], usesDefaults: boolean): string | undefined {
  const ownPart = own.find((part) => name.includes(part))
  if (ownPart !== undefined) return `sensitive_field:${ownPart}`
  if (!usesDefaults) return undefined
  const part = sensitiveParts.find((one) => name.includes(one))
  if (part !== undefined) return `field:${part}`
  if (sensitiveNames.has(name)) return `field:${name}`
  return name.endsWith(sensitiveEnding) ? `field:${sensitiveEnding}` : undefined
}
