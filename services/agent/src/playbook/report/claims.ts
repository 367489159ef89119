import { minuteMs } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import type { Scene } from '../scene/scene.js'
import { levels } from '../scoring/rank.js'
import { listWords } from '../../wording/count-things.js'
import { roughDuration } from '../../wording/durations.js'
import { clock, clockOn, equals, signalAssertions, type Told } from './assertions.js'
import { findBlastRadius } from './blast-radius.js'
import { causeClaims, checkClaim, outsideClaim } from './cause-claims.js'
import { hypothesesMax, shownSignals, toIso } from './evidence.js'
import { remedyClaim } from './remedy-claim.js'
import { isRival, nameOfRival } from './rivals.js'
import { whyNot, whySuspected } from './why-not.js'

/**
 * What the report states, each with checks that a machine can make on the evidence, in the order in which somebody who
 * was woken needs it: since when, who is hit, what to do, why this, what would refute it, what it is not.
 */
export function makeClaims(told: Told): ClaimDraft[] {
  return [
    ...onsetClaim(told),
    ...hitClaim(told),
    ...remedyClaim(told),
    ...causeClaims(told),
    ...checkClaim(told),
    ...(told.ranking.cause === null ? outsideClaim(told) : []),
    ...sufferingClaims(told),
    // The first sentence has said it already.
    ...(told.ranking.cause === null ? [] : outsideClaim(told)),
    ...rivalClaims(told),
  ]
}

/** Since when, and what tells it; empty where nothing began. */
export function tellOnset(scene: Scene): string {
  const { onset, facts, hole } = scene
  const first = shownSignals(scene)[firstShown(scene)]
  if (onset === null || !first) return ''
  const since = (at: number) => clockOn(at, facts.alert.firedAt)
  const when =
    hole === null
      ? `at ${since(onset)}`
      : `between ${since(hole.start)} and ${since(hole.end)}, while nothing was received`
  return `It began ${when}${beforeAlert(onset, facts)}: on ${first.service}, ${first.what}.`
}

function onsetClaim({ scene, ids: { timeline } }: Told): ClaimDraft[] {
  const { onset, facts, hole } = scene
  const text = tellOnset(scene)
  if (onset === null || text === '') return []
  return [
    {
      text,
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

/** Index of the signal that the onset is told by: of those that began with it the weightiest, of what failed first if any. */
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

/** Nothing where somebody asked about a time: that says when it was. */
function beforeAlert(onset: number, { alert: { firedAt, isFired }, window }: Scene['facts']): string {
  if (!isFired && window.end > firedAt + minuteMs) return ''
  const what = isFired ? 'the alert' : 'this was asked'
  return firedAt - onset >= minuteMs / 2
    ? `, ${roughDuration(firedAt - onset)} before ${what}`
    : firedAt > onset
      ? `, just before ${what}`
      : ''
}

/** Names that one sentence can hold. */
const namesMax = 8

function hitClaim({ scene, ids: { timeline } }: Told): ClaimDraft[] {
  const first = findFirstFailing(scene)
  if (first === null) return []
  const others = findBlastRadius(scene, first)
  const shown = others.slice(0, namesMax)
  const more = others.length > shown.length ? [...shown, 'others'] : shown
  return [
    {
      text: more.length > 0 ? `Hit: ${first} first, then ${listWords(more)}.` : `Hit: ${first}, and nothing else.`,
      assertion: [
        equals(timeline, '/first_failing_service', first),
        ...[first, ...others].slice(0, 15).map((name) => equals(timeline, '/hit/*', name)),
      ],
    },
  ]
}

const sufferingMax = 20

/** The first thing that went wrong on each service, so that each is shown to suffer; what the onset tells is told. */
function sufferingClaims({ scene, ids: { timeline } }: Told): ClaimDraft[] {
  const seen = new Set<string>()
  const told = firstShown(scene)
  return shownSignals(scene).flatMap(({ service, bad, at, what }, index) => {
    const isEarlier = scene.onset !== null && at < scene.onset - 3 * minuteMs
    if (!bad || isEarlier || seen.has(service) || seen.size >= sufferingMax) return []
    seen.add(service)
    if (index === told) return []
    return [{ text: `On ${service} since ${clock(at)}: ${what}.`, assertion: signalAssertions(scene, index, timeline) }]
  })
}

const rivalsMax = 5
/** Where nothing is named, what is this likely comes into question. */
const suspectedMin = 0.1

/** What it is not, or less likely: the changes next in line, each with what speaks against it. */
function rivalClaims({ ranking: { hypotheses, cause, confidence }, ids: { ranking } }: Told): ClaimDraft[] {
  const isSure = cause !== null && confidence >= levels.found
  const rivals = hypotheses.slice(1, hypothesesMax).flatMap((hypothesis, rest) => {
    if (!isRival(hypothesis) || !('change' in hypothesis)) return []
    const { id, title } = hypothesis.change
    const index = rest + 1
    const at = (field: string, value: unknown) => equals(ranking, `/hypotheses/${index}/${field}`, value)
    const why = whySuspected(hypothesis)
    const isSuspected = cause === null && hypothesis.probability >= suspectedMin && why !== ''
    const [begin, reason] = isSuspected ? ['Suspected', why] : [isSure ? 'Not' : 'Less likely', whyNot(hypothesis)]
    return [
      {
        text: `${begin}: ${nameOfRival(hypothesis)}. ${reason}`,
        assertion: [at('id', id), at('title', title), at(isSuspected ? 'why' : 'why_not', reason)],
      },
    ]
  })
  return rivals.slice(0, rivalsMax)
}
