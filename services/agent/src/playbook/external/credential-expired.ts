import type { Scene } from '../scene/scene.js'
import { shareSaying } from './said.js'
import type { ExternalCause } from './signature.js'

const says =
  /(api[ _-]?key|password|secret|credentials?|access key|service account|license|subscription)\b.{0,60}\b(expired|revoked|deactivated|rotated|disabled|suspended)|(expired|revoked|rotated|disabled) (api[ _-]?key|password|secret|credentials?|access key|license)/i
const shareMin = 0.25

/** What we prove ourselves with at others ran out or was taken back: keys, passwords, licences. Tokens of users are not it. */
export function findExpiredCredential(scene: Scene): ExternalCause | undefined {
  const { matching, share } = shareSaying(scene, says)
  if (share < shareMin) return undefined
  return {
    name: 'credential-expired',
    sentence: `a credential is not valid any more: ${matching[0]?.text.slice(0, 120) ?? ''}`,
    weight: 2.4,
    remediation: 'rotate-cert',
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}
