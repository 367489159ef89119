import type { Scene } from '../scene/scene.js'
import type { Signal } from '../signals/signal.js'
import { shareSaying } from './said.js'
import type { ExternalCause } from './signature.js'

const says =
  /(api[ _-]?key|password|secret|credentials?|access key|service account|license|subscription)\b.{0,60}\b(expired|revoked|deactivated|rotated|disabled|suspended)|(expired|revoked|rotated|disabled) (api[ _-]?key|password|secret|credentials?|access key|license)/i
/** Access that was refused to ourselves; why, only those say who keep the secret, perhaps once. */
const refused =
  /(password|authentication|login|credentials?)\b.{0,20}\b(failed|denied|rejected|refused|invalid)|(failed|denied|rejected|invalid) (password|authentication|login|credentials?|client secret)|access denied for user|login failed for|invalid_(grant|client)|unauthorized_client/i
const ranOut =
  /\b(lease|secret|credentials?|password|access key|api key)\b.{0,60}\b(expired|rotated|revoked|disabled|renewal failed)|\b(expired|rotated|revoked) (lease|secret|credentials?|password|key)/i
const shareMin = 0.25

/** What we prove ourselves with at others ran out or was taken back: keys, passwords, licences. Tokens of users are not it. */
export function findExpiredCredential(scene: Scene): ExternalCause | undefined {
  const { matching, share } = shareSaying(scene, says)
  if (share >= shareMin) return toCause(matching)
  const refusals = shareSaying(scene, refused)
  const reasons = shareSaying(scene, ranOut)
  if (refusals.share < shareMin || reasons.matching.length === 0) return undefined
  return toCause([...reasons.matching, ...refusals.matching])
}

function toCause(matching: readonly Signal[]): ExternalCause {
  return {
    name: 'credential-expired',
    sentence: `a credential is not valid any more: ${matching[0]?.text.slice(0, 120) ?? ''}`,
    weight: 2.4,
    remediation: 'rotate-cert',
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}
