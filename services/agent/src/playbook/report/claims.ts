import type { Assertion } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import type { ChangeHypothesis, ExternalHypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import type { Scene } from '../scene/scene.js'
import { hypothesesMax, round, shownLine, signalsMax } from './evidence.js'
import { isRival } from './rivals.js'
import { whyNot } from './why-not.js'

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
  return [
    ...onsetClaim(scene, ids),
    ...verdict,
    ...sufferingClaims(scene, ids),
    confidenceClaim(ranking, ids),
    ...rivalClaims(ranking, ids),
  ]
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

function onsetClaim({ signals, onset }: Scene, { timeline }: DerivedIds): ClaimDraft[] {
  const [first] = signals
  if (!first || onset === null) return []
  const time = new Date(onset).toISOString()
  return [
    {
      text: `It began at ${time} on ${first.service}: ${first.what}.`,
      assertion: [equals(timeline, '/onset_at', time), ...signalAssertions(signals, 0, timeline)],
    },
  ]
}

/** The first thing that went wrong on each service, so that each is proven to suffer. */
function sufferingClaims({ signals }: Scene, { timeline }: DerivedIds): ClaimDraft[] {
  const seen = new Set<string>()
  return signals.slice(0, signalsMax).flatMap(({ service, bad, at, what }, index) => {
    if (!bad || seen.has(service) || seen.size >= sufferingMax) return []
    seen.add(service)
    const text = `${service} suffers since ${new Date(at).toISOString()}: ${what}.`
    return [{ text, assertion: signalAssertions(signals, index, timeline) }]
  })
}

const sufferingMax = 40

function signalAssertions(signals: Scene['signals'], index: number, timeline: string): Assertion[] {
  const { service = '', at = 0, what = '' } = signals[index] ?? {}
  return [
    equals(timeline, `/signals/${index}/service`, service),
    equals(timeline, `/signals/${index}/at`, new Date(at).toISOString()),
    equals(timeline, `/signals/${index}/what`, what),
  ]
}
function changeClaims({ scene, cause, ids }: { scene: Scene; cause: ChangeHypothesis; ids: DerivedIds }): ClaimDraft[] {
  const { change, finding, since, live, flag } = cause
  const name = change.kind === 'commit' ? `Commit ${change.id.slice(0, 12)}` : `The change`
  const where = live.services.length > 0 ? ` on ${live.services.join(', ')}` : ''
  const when = new Date(since).toISOString()
  const came = flag === null ? `took effect${where} at ${when}` : `took effect at ${when} by the flag ${flag.name}`
  const timing = cause.parts.findIndex((part) => part.name === 'time')
  const reason = cause.parts[timing]?.reason ?? ''
  const first = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const effect: ClaimDraft = {
    text: `${name} "${change.title}" ${came}; it ${reason}.`,
    assertion: [
      first('change_id', change.change_id),
      first('id', change.id),
      first('title', change.title),
      first('since', when),
      first('runs_on', live.services),
      first('flag', flag?.name ?? null),
      first(`parts/${timing}/reason`, reason),
      ...announced(scene, '/changes/*/change_id', change.change_id),
    ],
  }
  if (finding === null) return [effect]
  const line = shownLine(finding)
  const shown: ClaimDraft = {
    text: `It ${finding.sentence}${line === '' ? '' : `: \`${line}\``}.`,
    assertion: [first('finding/sentence', finding.sentence), first('finding/line', line), ...shownInDiff(scene, cause)],
  }
  return [effect, shown]
}

/** The list of changes itself, where it is one page: which page of several holds the change is not known. */
function announced({ facts }: Scene, pointer: string, value: string): Assertion[] {
  const [only, ...more] = facts.changesEvidence
  return only === undefined || more.length > 0 ? [] : [equals(only, pointer, value)]
}

function shownInDiff({ facts }: Scene, { change, finding }: ChangeHypothesis): Assertion[] {
  const [only, ...more] = facts.changesEvidence
  const line = finding?.line ?? ''
  if (only === undefined || more.length > 0 || !(line !== '' && (change.diff?.includes(line) ?? false))) return []
  return [{ evidence_id: only, pointer: '/changes/*/diff', operator: 'contains', value: line }]
}

function externalClaim({ cause }: ExternalHypothesis, { ranking }: DerivedIds): ClaimDraft {
  return {
    text: `No change of ours is to blame: ${cause.sentence}.`,
    assertion: [
      equals(ranking, '/hypotheses/0/name', cause.name),
      equals(ranking, '/hypotheses/0/what', cause.sentence),
      equals(ranking, '/hypotheses/0/change_id', cause.changeId),
    ],
  }
}

function doubtClaim({ doubts }: Ranking, { ranking }: DerivedIds): ClaimDraft {
  return { text: `No cause can be named: ${doubts.join('; ')}.`, assertion: [equals(ranking, '/doubts', doubts)] }
}

/** What the likeliest is not: the changes next in line, each with what speaks against it. */
function rivalClaims({ hypotheses, cause }: Ranking, { ranking }: DerivedIds): ClaimDraft[] {
  return hypotheses.slice(0, hypothesesMax).flatMap((hypothesis, index) => {
    if (hypothesis === cause || !isRival(hypothesis) || hypothesis.kind === 'external') return []
    const { id, title, kind } = hypothesis.change
    const reason = whyNot(hypothesis)
    return [
      {
        text: `Considered${kind === 'commit' ? ` ${id.slice(0, 12)}` : ''}: "${title}". ${reason}`,
        assertion: [
          equals(ranking, `/hypotheses/${index}/id`, id),
          equals(ranking, `/hypotheses/${index}/title`, title),
          equals(ranking, `/hypotheses/${index}/why_not`, reason),
        ],
      },
    ]
  })
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
