import type { Scene } from '../scene/scene.js'
import { quoteFrom, shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const says =
  /(primary|master|leader|writer|replica|broker|shard|host|instance|server|node)\b.{0,40}\b(lost|unreachable|down|gone|failed|terminated|not responding|stepped down|unavailable|no longer)|no route to host|not (the )?(primary|master|leader)|failover|server closed the connection unexpectedly|connection to (server|host|primary|replica).{0,60}(failed|lost|refused)|no (primary|leader|master)|read[- ]only (transaction|replica|mode)|quorum|split[- ]brain|not accepting connections|input\/output error|could not (write|read|fsync) .*file|disk (failure|error)|hardware (error|failure)|in recovery mode|starting up|server is (shutting down|gone)/i
const place = /\b[a-z]{2}-[a-z]+-\d[a-z]\b|\bzone\b|\baz[- ]?\d?\b|\brack\b/i

/** A machine that holds data, or a complete zone, has disappeared. */
export function findLostHost(scene: Scene): ExternalCause | undefined {
  const { matching, share, services } = shareMatching(scene, says)
  const own = [...services].filter((service) => !scene.infrastructure.has(service))
  if (share < 0.25) return undefined
  const inPlace = matching.some(({ text }) => place.test(text))
  return {
    name: 'host-lost',
    sentence: `a host failed: ${quoteFrom(matching[0]?.text ?? '', says)}`,
    weight: 2.2 + (inPlace ? 0.8 : 0) + (own.length > 1 ? 0.5 : 0) + (share > 0.5 ? 0.4 : 0),
    remediation: 'failover',
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}
