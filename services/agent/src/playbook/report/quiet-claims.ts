import type { ClaimDraft } from '../../investigation/investigation.js'
import { findSilent } from '../scene/find-silence.js'
import type { Scene } from '../scene/scene.js'
import { countThings } from '../../wording/count-things.js'
import { clock, clockOn, equals, signalAssertions, type DerivedIds } from './assertions.js'
import { lookedAt, shownSignals, toIso } from './evidence.js'

/** Single odd things that come to no trouble are not kept silent. */
function usualClaim(scene: Scene, timeline: string): ClaimDraft {
  const index = shownSignals(scene).reduce(
    (most, { bad, weight }, at, all) => (bad && (most < 0 || weight > (all[most]?.weight ?? 0)) ? at : most),
    -1,
  )
  const odd = shownSignals(scene)[index]
  return odd === undefined
    ? {
        text: 'Every service is at its usual level, and no new kind of error or log line appeared.',
        assertion: [equals(timeline, '/bad_signals', 0)],
      }
    : {
        text: `There are odd things, but no more than quiet hours have; the plainest, on ${odd.service}: ${odd.what}.`,
        assertion: [equals(timeline, '/onset_at', null), ...signalAssertions(scene, index, timeline)],
      }
}

/** What an alert is about and says nothing must not be taken for what is well. */
function silentClaim({ facts }: Scene, timeline: string): ClaimDraft[] {
  const silent = findSilent(facts)
  if (silent === null) return []
  const { service, since } = silent
  const when = since === null ? 'in that time' : `since ${clockOn(since, facts.alert.firedAt)}`
  return [
    {
      text: `Nothing was received from ${service} ${when}, so what the alert is about cannot be seen here.`,
      assertion: [
        equals(timeline, '/silent_service', service),
        equals(timeline, '/silent_since', since === null ? null : toIso(since)),
      ],
    },
  ]
}

/** Where nothing suffers: what was looked at, and what could not be. */
export function quietClaims(scene: Scene, { timeline }: DerivedIds): ClaimDraft[] {
  const { window, gaps } = scene.facts
  const looked = lookedAt(scene)
  const between = `between ${clock(window.start)} and ${clock(window.end)}`
  const times = [equals(timeline, '/looked_at/from', looked.from), equals(timeline, '/looked_at/until', looked.until)]
  if (looked.services === 0)
    return [
      {
        text: `Nothing was sent ${between}: there is nothing to look at.`,
        assertion: [...times, equals(timeline, '/looked_at/services', 0)],
      },
    ]
  return [
    ...silentClaim(scene, timeline),
    usualClaim(scene, timeline),
    {
      text: `Looked at: ${countThings(looked.services, 'service')}, ${countThings(looked.series, 'metric')}, ${countThings(looked.log_patterns, 'kind of log line', 'kinds of log line')} and ${countThings(looked.error_kinds, 'kind of error', 'kinds of error')} ${between}.`,
      assertion: [
        ...times,
        ...(['services', 'series', 'log_patterns', 'error_kinds'] as const).map((name) =>
          equals(timeline, `/looked_at/${name}`, looked[name]),
        ),
      ],
    },
    ...gaps.map((gap, index) => ({
      text: `Not looked at: ${gap}.`,
      assertion: [equals(timeline, `/gaps/${index}`, gap)],
    })),
  ]
}
