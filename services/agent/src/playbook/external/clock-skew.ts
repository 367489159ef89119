import type { Scene } from '../scene/scene.js'
import { asPhrase } from '../text/words.js'
import { quote, shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const says =
  /clock (skew|drift|offset)|\bntp\b|chrony|requesttimetooskewed|system time (is )?(off|wrong)|time(stamp)? .{0,20}in the future/i
const shareMin = 0.3

/** A machine's clock is wrong: its offset departs, or messages mention it. */
export function findClockSkew(scene: Scene): ExternalCause | undefined {
  const offset = scene.signals.find(
    ({ source, text }) =>
      source === 'metric' && /\b(clock|ntp|chrony|time) (skew|offset|drift)\b|\bntp\b/.test(asPhrase(text)),
  )
  const { matching, share } = shareMatching(scene, says)
  if (!offset && share < shareMin) return undefined
  return {
    name: 'clock-skew',
    sentence: `a clock is off: ${offset?.what ?? quote(matching[0]?.text ?? '')}`,
    weight: offset ? 3.2 : 2,
    remediation: 'escalate-upstream',
    on: 'the host',
    changeId: null,
    evidence: [...(offset ? [offset] : []), ...matching].map(({ evidence }) => evidence),
  }
}
