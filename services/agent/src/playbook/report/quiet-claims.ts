import { clock, clockOn, toIso } from './clock.js'
import type { ClaimDraft } from '../../investigation/investigation.js'
import { findSilent } from '../scene/find-silence.js'
import type { Scene } from '../scene/scene.js'
import { countThings } from '../../wording/count-things.js'
import { equals, signalAssertions, type DerivedIds } from './assertions.js'
import { examinedData, newErrors, shownSignals } from './evidence.js'

const usual = 'Every service is at its usual level, with no new errors or log messages.'

type NewError = ReturnType<typeof newErrors>[number]

/** @param reference Its day is left out of the time. */
export function describeNewError(
  { service, what, count, last_seen_at: lastSeenAt }: NewError,
  reference: number,
): string {
  const times = count === 1 ? 'once' : `${count.toLocaleString('en-US')} times`
  return `A new error appeared on ${service}: "${what}", ${times}, last at ${clockOn(Date.parse(lastSeenAt), reference)}.`
}

/** "Nothing is wrong" must not hide an error that the user may be asking about. */
function newErrorClaims(scene: Scene, timeline: string): ClaimDraft[] {
  return newErrors(scene).map((error, index) => ({
    text: describeNewError(error, scene.facts.alert.firedAt),
    topic: 'symptom',
    assertion: (['service', 'what', 'count', 'last_seen_at'] as const).map((name) =>
      equals(timeline, `/new_errors/${index}/${name}`, error[name]),
    ),
  }))
}

/** Unusual signals are reported even if chance explains them. */
function usualClaim(scene: Scene, timeline: string): ClaimDraft {
  const index = shownSignals(scene).reduce(
    (most, { bad, weight }, at, all) => (bad && (most < 0 || weight > (all[most]?.weight ?? 0)) ? at : most),
    -1,
  )
  const odd = shownSignals(scene)[index]
  return odd === undefined
    ? {
        text: newErrors(scene).length === 0 ? usual : 'Every service is at its usual level.',
        topic: 'symptom',
        assertion: [equals(timeline, '/bad_signals', 0)],
      }
    : {
        text: `Some signals are unusual, but no more than in a normal hour; the clearest: ${odd.what}.`,
        topic: 'symptom',
        assertion: [equals(timeline, '/onset_at', null), ...signalAssertions(scene, index, timeline)],
      }
}

/** A silent service must not pass for a healthy one. */
function silentClaim({ facts }: Scene, timeline: string): ClaimDraft[] {
  const silent = findSilent(facts)
  if (silent === null) return []
  const { service, since } = silent
  const when = since === null ? 'in that time' : `since ${clockOn(since, facts.alert.firedAt)}`
  return [
    {
      text: `No telemetry from ${service} has arrived ${when}, so the alert cannot be investigated here.`,
      topic: 'symptom',
      assertion: [
        equals(timeline, '/silent_service', service),
        equals(timeline, '/silent_since', since === null ? null : toIso(since)),
      ],
    },
  ]
}

/** Claims for when nothing is affected: what was examined, and what could not be. */
export function quietClaims(scene: Scene, { timeline }: DerivedIds): ClaimDraft[] {
  const { window, gaps } = scene.facts
  const looked = examinedData(scene)
  const between = `between ${clock(window.start)} and ${clock(window.end)}`
  const times = [equals(timeline, '/looked_at/from', looked.from), equals(timeline, '/looked_at/until', looked.until)]
  if (looked.services === 0)
    return [
      {
        text: `Signalbox received no telemetry ${between}, so there is nothing to examine.`,
        topic: 'coverage',
        assertion: [...times, equals(timeline, '/looked_at/services', 0)],
      },
    ]
  return [
    ...silentClaim(scene, timeline),
    usualClaim(scene, timeline),
    ...newErrorClaims(scene, timeline),
    {
      text: `Examined: ${countThings(looked.services, 'service')}, ${countThings(looked.series, 'metric')}, ${countThings(looked.log_patterns, 'log pattern')} and ${countThings(looked.error_kinds, 'error group')} ${between}.`,
      topic: 'coverage',
      assertion: [
        ...times,
        ...(['services', 'series', 'log_patterns', 'error_kinds'] as const).map((name) =>
          equals(timeline, `/looked_at/${name}`, looked[name]),
        ),
      ],
    },
    ...gaps.map((gap, index): ClaimDraft => ({
      text: `Not examined: ${gap}.`,
      topic: 'coverage',
      assertion: [equals(timeline, `/gaps/${index}`, gap)],
    })),
  ]
}
