import type { Assertion, Remediation } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import type { ChangeHypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import type { Scene } from '../scene/scene.js'
import { findBlastRadius } from './blast-radius.js'
import { hypothesesMax, shownLine, shownSignals, toIso } from './evidence.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { isRival } from './rivals.js'
import { describeSuspects } from './suspects.js'
import { whyNot } from './why-not.js'

/** Evidence that the claims of the engine's own findings rest on. */
export interface DerivedIds {
  timeline: string
  ranking: string
}

interface Told {
  scene: Scene
  ranking: Ranking
  ids: DerivedIds
  remediation: Remediation
}

const minuteMs = 60_000

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
    ...sufferingClaims(told),
    ...rivalClaims(told),
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

function onsetClaim({ scene, ids: { timeline } }: Told): ClaimDraft[] {
  const { onset, facts } = scene
  if (onset === null) return []
  const signals = shownSignals(scene)
  const index = Math.max(
    0,
    signals.findIndex(({ at, bad }) => at >= onset && bad),
  )
  const first = signals[index]
  if (!first) return []
  const time = toIso(onset)
  const assertion = [
    equals(timeline, '/onset_at', time),
    equals(timeline, '/alert_at', toIso(facts.alert.firedAt)),
    ...signalAssertions(scene, index, timeline),
  ]
  return [
    {
      text: `It began at ${clock(onset)}${beforeAlert(onset, facts.alert.firedAt)}: on ${first.service}, ${first.what}.`,
      assertion,
    },
  ]
}

function clock(at: number): string {
  return `${toIso(at).slice(11, 16)} UTC`
}

function beforeAlert(onset: number, firedAt: number): string {
  const minutes = Math.round((firedAt - onset) / minuteMs)
  return minutes >= 1 && minutes < 600 ? `, ${minutes} min before the alert` : ''
}

/** Names that one sentence can hold. */
const namesMax = 8

function hitClaim({ scene, ids: { timeline } }: Told): ClaimDraft[] {
  const first = findFirstFailing(scene)
  if (first === null) return []
  const others = findBlastRadius(scene, first)
  const shown = others.slice(0, namesMax)
  const more = others.length > shown.length ? ' and others' : ''
  const then = shown.length > 0 ? `, then ${listed(shown)}${more}` : ''
  return [
    {
      text: `Hit: ${first} first${then}.`,
      assertion: [
        equals(timeline, '/first_failing_service', first),
        ...[first, ...others].slice(0, 15).map((name) => equals(timeline, '/hit/*', name)),
      ],
    },
  ]
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

const remedies: Readonly<Record<Remediation, string>> = {
  rollback: 'go back to the version before',
  'roll-forward': 'bring what is missing with a new deployment',
  'config-revert': 'take the configuration back',
  'feature-flag-disable': 'switch the flag off',
  scale: 'add capacity',
  reschedule: 'move what runs on the machine elsewhere',
  restart: 'restart',
  failover: 'take what is broken out of service',
  'rotate-cert': 'renew the certificate or credential',
  'escalate-upstream': 'turn to those who run it',
  'purge-bad-data': 'set the bad record aside',
  none: '',
}

function remedyClaim({ ranking: { cause }, ids, remediation }: Told): ClaimDraft[] {
  const remedy = remedies[remediation]
  if (cause === null || remedy === '') return []
  if (cause.kind !== 'change') {
    const name = cause.kind === 'external' ? cause.cause.name : ''
    return [{ text: `What to do now: ${remedy}.`, assertion: [equals(ids.ranking, '/hypotheses/0/name', name)] }]
  }
  const { live, flag } = cause
  const on = flag === null ? live.services : []
  return [
    {
      text: `What to do now: ${remedy}${on.length > 0 ? ` on ${listed(on)}` : ''}${flag ? `: ${flag.name}` : ''}.`,
      assertion: [
        equals(ids.ranking, '/hypotheses/0/runs_on', live.services),
        equals(ids.ranking, '/hypotheses/0/flag', flag?.name ?? null),
      ],
    },
  ]
}

function causeClaims(told: Told): ClaimDraft[] {
  const { ranking, ids } = told
  const [first] = ranking.hypotheses
  if (first?.kind === 'change') return changeClaims(told, first)
  if (first?.kind !== 'external') return []
  const { name, sentence, changeId } = first.cause
  return [
    {
      text: `${ranking.cause === null ? 'Seen: ' : 'What it is: '}${sentence}.`,
      assertion: [
        equals(ids.ranking, '/hypotheses/0/name', name),
        equals(ids.ranking, '/hypotheses/0/what', sentence),
        equals(ids.ranking, '/hypotheses/0/change_id', changeId),
      ],
    },
  ]
}

/** The change itself, then what speaks for it. */
function changeClaims({ scene, ranking, ids }: Told, first: ChangeHypothesis): ClaimDraft[] {
  const { change, finding, since, live, flag } = first
  const { onset } = scene
  const name = change.kind === 'commit' ? `commit ${change.id.slice(0, 8)}` : 'the change'
  const where = live.services.length > 0 ? ` on ${listed(live.services)}` : ''
  const by = flag === null ? '' : ` by the flag ${flag.name}`
  const minutes = onset === null ? 0 : Math.round((onset - since) / minuteMs)
  const lead = minutes >= 1 && minutes < 600 ? `, ${minutes} min before it began` : ''
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const subject = ranking.cause === null ? `Most suspected is ${name}` : capitalize(name)
  const effect: ClaimDraft = {
    text: `${subject} "${firstLine(change.title)}"${ranking.cause === null ? ', which' : ''} took effect${where}${by} at ${clock(since)}${lead}.`,
    assertion: [
      at('change_id', change.change_id),
      at('id', change.id),
      at('title', change.title),
      at('since', toIso(since)),
      at('runs_on', live.services),
      at('flag', flag?.name ?? null),
      ...(onset === null ? [] : [equals(ids.timeline, '/onset_at', toIso(onset))]),
      ...announced(scene, change.change_id),
    ],
  }
  const line = finding === null ? '' : shownLine(finding)
  const reasons = describeSuspects(ranking)[0]?.for ?? []
  const spoken = reasons.filter((reason) => finding === null || !reason.includes(finding.sentence))
  const isShown = line !== '' && reasons.length > spoken.length
  return [
    effect,
    ...(isShown && finding !== null
      ? [
          {
            text: `It ${finding.sentence}: \`${line}\`.`,
            assertion: [
              at('finding/sentence', finding.sentence),
              at('finding/line', line),
              ...shownInDiff(scene, first),
            ],
          },
        ]
      : []),
    ...spoken
      .filter((reason) => !reason.startsWith('It took effect'))
      .map((reason) => ({
        text: reason,
        assertion: [equals(ids.ranking, '/suspects/0/for/*', reason)],
      })),
  ]
}

/** The list of changes itself, where it is one page: which page of several holds the change is not known. */
function announced({ facts }: Scene, changeId: string): Assertion[] {
  const [only, ...more] = facts.changesEvidence
  return only === undefined || more.length > 0 ? [] : [equals(only, '/changes/*/change_id', changeId)]
}

function shownInDiff({ facts }: Scene, { change, finding }: ChangeHypothesis): Assertion[] {
  const [only, ...more] = facts.changesEvidence
  const line = finding?.line ?? ''
  if (only === undefined || more.length > 0 || !(line !== '' && (change.diff?.includes(line) ?? false))) return []
  return [{ evidence_id: only, pointer: '/changes/*/diff', operator: 'contains', value: line }]
}

/** How to find out whether it is true. */
function checkClaim({ ranking, ids }: Told): ClaimDraft[] {
  const check = describeSuspects(ranking)[0]?.next_check ?? ''
  if (check === '') return []
  return [{ text: `To be sure: ${check}`, assertion: [equals(ids.ranking, '/suspects/0/next_check', check)] }]
}

const sufferingMax = 20

/** The first thing that went wrong on each service, so that each is shown to suffer. */
function sufferingClaims({ scene, ids: { timeline } }: Told): ClaimDraft[] {
  const seen = new Set<string>()
  return shownSignals(scene).flatMap(({ service, bad, at, what }, index) => {
    const isLate = scene.onset !== null && at < scene.onset - 3 * minuteMs
    if (!bad || isLate || seen.has(service) || seen.size >= sufferingMax) return []
    seen.add(service)
    return [{ text: `${service} since ${clock(at)}: ${what}.`, assertion: signalAssertions(scene, index, timeline) }]
  })
}

function signalAssertions(scene: Scene, index: number, timeline: string): Assertion[] {
  const { service = '', at = 0, what = '' } = shownSignals(scene)[index] ?? {}
  return [
    equals(timeline, `/signals/${index}/service`, service),
    equals(timeline, `/signals/${index}/at`, toIso(at)),
    equals(timeline, `/signals/${index}/what`, what),
  ]
}

/** What it is not: the changes next in line, each with what speaks against it. */
function rivalClaims({ ranking: { hypotheses, cause }, ids: { ranking } }: Told): ClaimDraft[] {
  return hypotheses.slice(1, hypothesesMax).flatMap((hypothesis, rest) => {
    if (!isRival(hypothesis) || !('change' in hypothesis)) return []
    const { id, title } = hypothesis.change
    const reason = whyNot(hypothesis)
    const index = rest + 1
    return [
      {
        text: `${cause === null ? 'Less likely' : 'Not'}: "${firstLine(title)}". ${reason}`,
        assertion: [
          equals(ranking, `/hypotheses/${index}/id`, id),
          equals(ranking, `/hypotheses/${index}/title`, title),
          equals(ranking, `/hypotheses/${index}/why_not`, reason),
        ],
      },
    ]
  })
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function equals(evidence: string, pointer: string, value: unknown): Assertion {
  return { evidence_id: evidence, pointer, operator: 'equals', value }
}
