import type { Assertion } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import type { ChangeHypothesis, ExternalHypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import type { Scene } from '../scene/scene.js'
import { round } from './evidence.js'

/** Evidence that the claims of the engine's own findings rest on. */
export interface DerivedIds {
  timeline: string
  ranking: string
}

/** What the report states, each with checks that a machine can make on the evidence. */
export function makeClaims({ scene, ranking, ids }: { scene: Scene; ranking: Ranking; ids: DerivedIds }): ClaimDraft[] {
  const { cause } = ranking
  const verdict =
    cause === null
      ? [doubtClaim(ranking, ids)]
      : cause.kind === 'external'
        ? [externalClaim(cause, ids)]
        : cause.kind === 'change'
          ? changeClaims({ scene, cause, ids })
          : []
  return [...onsetClaim(scene, ids), ...verdict, ...furtherSignals(scene, ids), confidenceClaim(ranking, ids)]
}

/** Nothing is wrong: the timeline shows it. */
export function healthyClaims({ timeline }: DerivedIds): ClaimDraft[] {
  return [
    {
      text: 'No service left its usual level, and nothing new is reported.',
      assertion: [equals(timeline, '/bad_signals', 0)],
    },
  ]
}

function onsetClaim({ signals }: Scene, { timeline }: DerivedIds): ClaimDraft[] {
  const index = signals.findIndex(({ bad }) => bad)
  return signals[index] ? [signalClaim(signals, index, timeline)] : []
}

/** The next things that departed, one of each service. */
function furtherSignals({ signals }: Scene, { timeline }: DerivedIds): ClaimDraft[] {
  const first = signals.findIndex(({ bad }) => bad)
  const seen = new Set([signals[first]?.service])
  return signals.slice(0, 100).flatMap(({ service, bad }, index) => {
    if (!bad || seen.has(service) || seen.size > furtherMax) return []
    seen.add(service)
    return [signalClaim(signals, index, timeline)]
  })
}

const furtherMax = 6

function signalClaim(signals: Scene['signals'], index: number, timeline: string): ClaimDraft {
  const { service = '', at = 0, what = '' } = signals[index] ?? {}
  const time = new Date(at).toISOString()
  return {
    text: `${service} since ${time}: ${what}.`,
    assertion: [
      equals(timeline, `/signals/${index}/service`, service),
      equals(timeline, `/signals/${index}/at`, time),
      equals(timeline, `/signals/${index}/what`, what),
    ],
  }
}

function changeClaims({ scene, cause, ids }: { scene: Scene; cause: ChangeHypothesis; ids: DerivedIds }): ClaimDraft[] {
  const { change, finding, since, live, flag } = cause
  const name =
    change.kind === 'commit'
      ? `Commit ${change.id.slice(0, 12)} "${change.title}"`
      : `The ${change.kind} change "${change.title}"`
  const where = live.services.length > 0 ? ` on ${live.services.join(', ')}` : ''
  const when = new Date(since).toISOString()
  const came =
    flag === null ? `took effect${where} at ${when}` : `took effect at ${when}, when the flag ${flag.name} was switched`
  const timing = cause.parts.find((part) => part.name === 'time')?.reason ?? ''
  return [
    {
      text: `${name} ${came}; ${timing}.`,
      assertion: [
        equals(ids.ranking, '/hypotheses/0/change_id', change.change_id),
        equals(ids.ranking, '/hypotheses/0/since', when),
        ...announced(scene, '/changes/*/change_id', change.change_id),
      ],
    },
    ...(finding === null || finding.line === ''
      ? []
      : [
          {
            text: `It ${finding.sentence}: \`${finding.line.slice(0, 200)}\`.`,
            assertion: [
              equals(ids.ranking, '/hypotheses/0/mechanism', finding.mechanism),
              ...shownInDiff(scene, cause),
            ],
          },
        ]),
  ]
}

/** The list of changes itself, where it is one page: which page of several holds the change is not known. */
function announced({ facts }: Scene, pointer: string, value: string): Assertion[] {
  const [only, ...more] = facts.changesEvidence
  return only === undefined || more.length > 0 ? [] : [equals(only, pointer, value)]
}

function shownInDiff({ facts }: Scene, { change, finding }: ChangeHypothesis): Assertion[] {
  const [only, ...more] = facts.changesEvidence
  const line = finding?.line.slice(0, 200) ?? ''
  if (only === undefined || more.length > 0 || !(change.diff?.includes(line) ?? false)) return []
  return [{ evidence_id: only, pointer: '/changes/*/diff', operator: 'contains', value: line }]
}

function externalClaim({ cause }: ExternalHypothesis, { ranking }: DerivedIds): ClaimDraft {
  return {
    text: `No change of ours is to blame: ${cause.sentence}.`,
    assertion: [
      equals(ranking, '/hypotheses/0/name', cause.name),
      equals(ranking, '/hypotheses/0/what', cause.sentence),
    ],
  }
}

function doubtClaim({ doubts }: Ranking, { ranking }: DerivedIds): ClaimDraft {
  return {
    text: `No cause can be named: ${doubts.join('; ')}.`,
    assertion: [{ evidence_id: ranking, pointer: '/doubts', operator: 'at-least-items', value: 1 }],
  }
}

function confidenceClaim({ confidence, margin }: Ranking, { ranking }: DerivedIds): ClaimDraft {
  return {
    text: `The likeliest cause has a probability of ${Math.round(confidence * 100)} %.`,
    assertion: [equals(ranking, '/confidence', round(confidence)), equals(ranking, '/margin', round(margin))],
  }
}

function equals(evidence: string, pointer: string, value: unknown): Assertion {
  return { evidence_id: evidence, pointer, operator: 'equals', value }
}
