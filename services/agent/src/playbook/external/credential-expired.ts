import type { Scene } from '../scene/scene.js'
import type { Signal } from '../signals/signal.js'
import { quoteFrom, shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const says =
  /(api[ _-]?key|password|secret|credentials?|access key|service account|license|subscription)\b.{0,60}\b(expired|revoked|deactivated|rotated|disabled|suspended)|(expired|revoked|rotated|disabled) (api[ _-]?key|password|secret|credentials?|access key|license)/i
/** Our own access was denied; the reason is known only to the secret's issuer, and may be logged once. */
const refused =
  /(password|authentication|login|credentials?)\b.{0,20}\b(failed|denied|rejected|refused|invalid)|(failed|denied|rejected|invalid) (password|authentication|login|credentials?|client secret)|access denied for user|login failed for|invalid_(grant|client)|unauthorized_client/i
const ranOut =
  /\b(lease|secret|credentials?|password|access key|api key)\b.{0,60}\b(expired|rotated|revoked|disabled|renewal failed)|\b(expired|rotated|revoked) (lease|secret|credentials?|password|key)/i
const shareMin = 0.25

/** Expiry times that programs log when they start or renew something. */
const goodUntil =
  /\b(?:exp|expires?|expir(?:y|ation|ing)|valid[ _-]?(?:until|to|thru|through)|not[ _-]?after)\w*\b[^\d\n]{0,24}(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)/gi
/** How much before the onset it may have expired, and how much after it, given the resolution of series. */
const ended = { earlyMs: 3 * 60_000, lateMs: 60_000 }

/**
 * A credential of ours for another party expired or was revoked: keys, passwords, licenses. User tokens don't count.
 */
export function findExpiredCredential(scene: Scene): ExternalCause | undefined {
  const announced = findAnnouncedEnd(scene)
  if (announced) return announced
  const { matching, share } = shareMatching(scene, says)
  if (share >= shareMin) return toCause(matching, says)
  const refusals = shareMatching(scene, refused)
  const reasons = shareMatching(scene, ranOut)
  if (refusals.share < shareMin || reasons.matching.length === 0) return undefined
  return toCause([...reasons.matching, ...refusals.matching], ranOut)
}

function toCause(matching: readonly Signal[], telling: RegExp): ExternalCause {
  return {
    name: 'credential-expired',
    sentence: `a credential is no longer valid: ${quoteFrom(matching[0]?.text ?? '', telling)}`,
    weight: 2.4,
    remediation: 'rotate-cert',
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}

/**
 * A line from before the problem names an expiry time, and the problem began then. Lines that name a different time
 * each time are about things that are continually renewed, such as user sessions.
 */
function findAnnouncedEnd({ facts, onset }: Scene): ExternalCause | undefined {
  if (onset === null) return undefined
  for (const { firstAt, examples, service, evidence } of facts.logPatterns) {
    if (firstAt >= onset - ended.earlyMs) continue
    const ends = new Set(examples.flatMap(({ body }) => [...body.matchAll(goodUntil)].map(([, time = '']) => time)))
    const [end] = ends
    if (end === undefined || ends.size > 1) continue
    const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(end) ? end : `${end}Z`)
    if (at < onset - ended.earlyMs || at > onset + ended.lateMs) continue
    return {
      name: 'credential-expired',
      sentence: `a credential of ${service} expired at the time its log had announced`,
      weight: 3.6,
      remediation: 'rotate-cert',
      changeId: null,
      evidence: [evidence],
    }
  }
  return undefined
}
