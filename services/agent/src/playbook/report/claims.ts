import { minuteMs } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import type { Scene } from '../scene/scene.js'
import { levels } from '../scoring/rank.js'
import { listWords } from '../../wording/count-things.js'
import { roughDuration } from '../../wording/durations.js'
import { equals, signalAssertions, type ClaimInput } from './assertions.js'
import { findBlastRadius } from './blast-radius.js'
import { causeClaims, checkClaims, outsideClaim } from './cause-claims.js'
import { clock, clockOn, toIso } from './clock.js'
import { shownSignals } from './evidence.js'
import { remedyClaim } from './remedy-claim.js'
import { describeRuledOut, ruleOut } from './ruled-out.js'

/**
 * Drafts the report's statements, each claim with assertions on the evidence that can be checked mechanically, in topic
 * order (see `ClaimTopic`): the most urgent information for someone who was just paged comes first.
 */
export function makeClaims(input: ClaimInput): ClaimDraft[] {
  return [
    ...onsetClaim(input),
    ...impactClaim(input),
    ...remedyClaim(input),
    ...outsideClaim(input),
    ...causeClaims(input),
    ...checkClaims(input),
    ...symptomClaims(input),
    ...ruledOutClaim(input),
  ]
}

/** Says when the problem started and what shows it; empty if nothing started. */
export function describeOnset(scene: Scene): string {
  const { onset, facts, hole } = scene
  const first = shownSignals(scene)[firstShown(scene)]
  if (onset === null || !first) return ''
  const since = (at: number) => clockOn(at, facts.alert.firedAt)
  const when =
    hole === null
      ? `at ${since(onset)}`
      : `between ${since(hole.start)} and ${since(hole.end)}, while no telemetry arrived`
  return `The problem started ${when}${beforeAlert(onset, facts)}: ${first.what}.`
}

function onsetClaim({ scene, ids: { timeline } }: ClaimInput): ClaimDraft[] {
  const { onset, facts, hole } = scene
  const text = describeOnset(scene)
  if (onset === null || text === '') return []
  return [
    {
      text,
      topic: 'onset',
      assertion: [
        equals(timeline, '/onset_at', toIso(onset)),
        ...(hole === null
          ? []
          : [
              equals(timeline, '/nothing_received/from', toIso(hole.start)),
              equals(timeline, '/nothing_received/until', toIso(hole.end)),
            ]),
        equals(timeline, '/alert_at', toIso(facts.alert.firedAt)),
        ...signalAssertions(scene, firstShown(scene), timeline),
      ],
    },
  ]
}

/**
 * Index of the signal that shows the onset: the strongest of those that began with it, preferably on the first failing
 * service.
 */
function firstShown(scene: Scene): number {
  const onset = scene.onset ?? 0
  const signals = shownSignals(scene)
  const began = signals.filter(({ at, bad }) => bad && at >= onset && at <= onset + minuteMs)
  const failing = findFirstFailing(scene)
  const own = began.filter(({ service }) => service === failing)
  const [most] = (own.length > 0 ? own : began).sort((a, b) => b.weight - a.weight)
  const first = most ?? signals.find(({ at, bad }) => at >= onset && bad)
  return first === undefined ? 0 : signals.indexOf(first)
}

/** Empty for questions about a time in the past, which name the time themselves. */
function beforeAlert(onset: number, { alert: { firedAt, isFired }, window }: Scene['facts']): string {
  if (!isFired && window.end > firedAt + minuteMs) return ''
  const ago = roughDuration(firedAt - onset)
  if (firedAt - onset >= minuteMs / 2) return isFired ? `, ${ago} before the alert` : `, ${ago} before this was asked`
  if (firedAt <= onset) return ''
  return isFired ? ', just before the alert' : ', just before this was asked'
}

/** Maximum number of names in one sentence. */
const namesMax = 8

/** Says who is affected, and how badly the alert's service is. */
function impactClaim({ scene, ids: { timeline } }: ClaimInput): ClaimDraft[] {
  const first = findFirstFailing(scene)
  if (first === null) return []
  const others = findBlastRadius(scene, first)
  const shown = others.slice(0, namesMax)
  const more = others.length > shown.length ? [...shown, 'others'] : shown
  const worst = worstOfAlert(scene)
  const how = worst === -1 ? '' : `: ${shownSignals(scene)[worst]?.what ?? ''}`
  const text =
    more.length === 0
      ? `Only ${first} is affected${how}.`
      : `The first to fail was ${first}; ${listWords(more)} ${more.length === 1 ? 'is' : 'are'} affected too${how}.`
  return [
    {
      text,
      topic: 'impact',
      assertion: [
        equals(timeline, '/first_failing_service', first),
        ...[first, ...others].slice(0, 12).map((name) => equals(timeline, '/hit/*', name)),
        ...(worst === -1 ? [] : signalAssertions(scene, worst, timeline)),
      ],
    },
  ]
}

/** Index of the strongest signal of the alert's service; -1 if the onset already shows it. */
function worstOfAlert(scene: Scene): number {
  const signals = shownSignals(scene)
  const first = signals[firstShown(scene)]
  const own = signals.filter(({ service, bad }) => bad && service === scene.alerting)
  const [worst] = own.sort((a, b) => b.weight - a.weight)
  return worst === undefined || worst.service === first?.service ? -1 : signals.indexOf(worst)
}

const symptomsMax = 20

/** The first bad signal of each affected service, which proves that it is affected. */
function symptomClaims({ scene, ids: { timeline } }: ClaimInput): ClaimDraft[] {
  const seen = new Set<string>()
  const covered = new Set([firstShown(scene), worstOfAlert(scene)])
  return shownSignals(scene).flatMap(({ service, bad, at, what }, index): ClaimDraft[] => {
    const isEarlier = scene.onset !== null && at < scene.onset - 3 * minuteMs
    if (!bad || isEarlier || seen.has(service) || seen.size >= symptomsMax) return []
    seen.add(service)
    if (covered.has(index)) return []
    const assertion = signalAssertions(scene, index, timeline)
    return [{ text: `At ${clock(at)}, ${what}.`, topic: 'symptom', assertion }]
  })
}

/** All other changes in one sentence: someone who was just paged only needs to know that they were considered. */
function ruledOutClaim({ ranking, ids }: ClaimInput): ClaimDraft[] {
  const ruledOut = ruleOut(ranking)
  if (ruledOut.changes === 0) return []
  const isSure = ranking.cause !== null && ranking.confidence >= levels.found
  return [
    {
      text: `${isSure ? 'Ruled out' : 'Less likely'}: ${describeRuledOut(ruledOut)}.`,
      topic: 'ruled-out',
      assertion: [
        equals(ids.ranking, '/ruled_out/changes', ruledOut.changes),
        ...ruledOut.reasons.flatMap(({ count, why }, index) => [
          equals(ids.ranking, `/ruled_out/reasons/${index}/count`, count),
          equals(ids.ranking, `/ruled_out/reasons/${index}/why`, why),
        ]),
      ],
    },
  ]
}
