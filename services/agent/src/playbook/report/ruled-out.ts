import { countThings } from '../../wording/count-things.js'
import { namedMin } from './leading-suspect.js'
import type { Hypothesis } from '../scoring/hypothesis.js'
import { placeFeatures } from '../scoring/places.js'
import type { Ranking } from '../scoring/rank.js'

/** The changes that are neither the cause nor a suspect worth naming, with the number of changes per reason. */
interface RuledOut {
  changes: number
  reasons: readonly { count: number; why: string }[]
}

/** Groups the ruled-out changes by reason. */
export function ruleOut({ hypotheses, cause }: Ranking): RuledOut {
  const rest = hypotheses.filter((one) => one !== cause && 'change' in one && one.probability < namedMin)
  const counts = new Map<string, number>()
  for (const one of rest) {
    const why = reasonFor(one)
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const reasons = [...counts].map(([why, count]) => ({ count, why }))
  reasons.sort((a, b) => Number(a.why === weaker) - Number(b.why === weaker) || b.count - a.count)
  return { changes: rest.length, reasons }
}

/** `6 other changes (3 only touched tests or docs, 3 took effect after the problem started)`. */
export function describeRuledOut({ changes, reasons }: RuledOut): string {
  const many = countThings(changes, 'other change')
  const [only, ...more] = reasons
  if (only === undefined) return many
  if (changes === 1) return `${many}, which ${only.why}`
  if (more.length === 0) return `${many}, all of which ${only.why}`
  return `${many} (${reasons.map(({ count, why }) => `${count} ${why}`).join(', ')})`
}

/** In the past tense, so that it reads well in singular and plural. */
function reasonFor(hypothesis: Hypothesis): string {
  const { features } = hypothesis
  const has = (name: keyof typeof features) => (features[name] ?? 0) > 0
  if (has('after')) return 'took effect after the problem started'
  if (hypothesis.kind !== 'change') return weaker
  if (hypothesis.live.how === 'never') return 'never went live'
  if (has('benign')) return 'only touched tests, docs, build files or comments'
  if (has('looks')) return 'only changed styling, logs or metrics'
  if (has('clean')) return 'had run without any visible effect'
  if (!placeFeatures.some(has)) return 'ran on services that are not affected'
  return weaker
}

/** The least informative reason comes last. */
const weaker = 'had weaker evidence'
