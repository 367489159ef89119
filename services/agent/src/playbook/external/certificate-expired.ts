import type { ExternalCause } from './signature.js'
import type { Scene } from '../scene/scene.js'
import { asPhrase } from '../text/words.js'
import { shareMatching } from './message-signals.js'

const says =
  /certificate (has|is|was)? ?(expired|not yet valid)|cert(ificate)?[ _-]?expired|certexpired|expired certificate|x509: .*expired|sslv3 alert certificate expired|pkix path validation failed.*validity|notafter/i

/**
 * A certificate expired: the gauge of its remaining time crosses zero, or messages of a client that checks it say so.
 */
export function findExpiredCertificate(scene: Scene): ExternalCause | undefined {
  const gauge = scene.facts.series.find(
    ({ metric, points }) =>
      /\b(cert\w*|tls|ssl|x509)\b.*\b(expir\w*|valid\w*|remaining|until)\b|\bexpir\w*\b.*\bcert/.test(
        asPhrase(metric),
      ) &&
      points.some(([, value]) => value <= 0) &&
      points.some(([, value]) => value > 0),
  )
  const { matching, share } = shareMatching(scene, says)
  if (!gauge && share < 0.15) return undefined
  return {
    name: 'certificate-expired',
    sentence: gauge ? `the certificate of ${gauge.service} expired` : 'a certificate expired',
    weight: gauge ? 5 : 3.2 + Math.min(1, share),
    remediation: 'rotate-cert',
    changeId: null,
    evidence: [...(gauge ? [gauge.evidence] : []), ...matching.map(({ evidence }) => evidence)],
  }
}
