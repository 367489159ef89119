import { minuteMs, type Assertion } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import type { ErrorGroupFacts } from '../../facts/fact-pack.js'
import type { Scene } from '../scene/scene.js'
import type { ChangeHypothesis, UnknownHypothesis } from '../scoring/hypothesis.js'
import { capitalize, listWords } from '../../wording/count-things.js'
import { roughDuration } from '../../wording/durations.js'
import { clock, clockOn, equals, type Told } from './assertions.js'
import { shownLine, toIso } from './evidence.js'
import { servicesOf } from '../changes/deployments.js'
import { firstLine } from '../text/shorten.js'
import { describeSuspects } from './suspects.js'

/** What the likeliest cause is and what speaks for it. */
export function causeClaims(told: Told): ClaimDraft[] {
  const [first] = told.ranking.hypotheses
  if (first?.kind === 'change') return changeClaims(told, first)
  if (first?.kind === 'unknown-deployment') return deploymentClaims(told, first)
  return []
}

/** What shows that something from outside is to blame; where it is named the first sentence says so. */
export function outsideClaim({ ranking, ids }: Told): ClaimDraft[] {
  const [first] = ranking.hypotheses
  if (first?.kind !== 'external') return []
  const { name, sentence, changeId } = first.cause
  return [
    {
      text: `${ranking.cause === null ? 'Seen: ' : 'What shows it: '}${sentence}.`,
      assertion: [
        equals(ids.ranking, '/hypotheses/0/name', name),
        equals(ids.ranking, '/hypotheses/0/what', sentence),
        equals(ids.ranking, '/hypotheses/0/change_id', changeId),
      ],
    },
  ]
}

/** The change itself, then what speaks for it. */
function changeClaims(told: Told, first: ChangeHypothesis): ClaimDraft[] {
  const { scene, ranking, ids } = told
  const { change, finding, live, flag } = first
  const kind = change.kind === 'commit' ? `commit ${change.id.slice(0, 8)}` : 'the change'
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const line = finding === null ? '' : shownLine(finding)
  const reasons = describeSuspects(ranking)[0]?.for ?? []
  const spoken = reasons.filter((reason) => finding === null || !reason.includes(finding.sentence))
  const isShown = line !== '' && reasons.length > spoken.length
  return [
    effectClaim(told, first, { kind, on: live.services, flag: flag?.name ?? null }),
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
    ...reasonClaims(told, spoken),
  ]
}

/** A deployment of which it is not known what it changed. */
function deploymentClaims(told: Told, first: UnknownHypothesis): ClaimDraft[] {
  const { ranking, ids } = told
  const { change, release } = first
  const neverWorked: ClaimDraft[] =
    release?.isFirst === true
      ? [
          {
            text: `No earlier version${change.service === null ? '' : ` of ${change.service}`} is known here, so it may never have worked.`,
            assertion: [
              equals(ids.ranking, '/hypotheses/0/is_first_release', true),
              equals(ids.ranking, '/hypotheses/0/runs_on', servicesOf(change)),
            ],
          },
        ]
      : []
  return [
    effectClaim(told, first, { kind: 'the deployment', on: servicesOf(change), flag: null }),
    ...reasonClaims(told, describeSuspects(ranking)[0]?.for ?? []),
    ...(release === null ? [] : originClaim(release.most)),
    ...neverWorked,
  ]
}

/** Where in the code the error comes from. */
function originClaim({ fingerprint, frames, type, evidence }: ErrorGroupFacts): ClaimDraft[] {
  const [frame] = frames
  if (frame === undefined || frame.function === '' || frame.file === '') return []
  const at = frame.line === null ? `"${frame.file}"` : `line ${frame.line} of "${frame.file}"`
  return [
    {
      text: `${type} is raised in "${frame.function}", ${at}.`,
      assertion: [
        equals(evidence, '/groups/*/fingerprint', fingerprint),
        equals(evidence, '/groups/*/type', type),
        equals(evidence, '/groups/*/frames/0/function', frame.function),
        equals(evidence, '/groups/*/frames/0/file', frame.file),
        equals(evidence, '/groups/*/frames/0/line', frame.line),
      ],
    },
  ]
}

/** When and where it took effect. */
function effectClaim(
  { scene, ranking, ids }: Told,
  { change, since }: ChangeHypothesis | UnknownHypothesis,
  { kind, on, flag }: { kind: string; on: readonly string[]; flag: string | null },
): ClaimDraft {
  const { onset } = scene
  const by = flag === null ? '' : ` by the flag ${flag}`
  const where = on.length > 0 ? ` on ${listWords(on)}` : ''
  const leadMs = onset === null ? 0 : onset - since
  const lead = leadMs >= minuteMs / 2 ? `, ${roughDuration(leadMs)} before it began` : ''
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const isNamed = ranking.cause !== null
  const reported = Date.parse(change.occurred_at)
  const late =
    change.kind === 'deployment' && reported - since >= minuteMs
      ? `, although it was only reported at ${clock(reported)}`
      : ''
  const subject = isNamed ? capitalize(kind) : `Most suspected is ${kind}`
  return {
    text: `${subject} "${firstLine(change.title)}"${isNamed ? '' : ', which'} took effect${where}${by} at ${clockOn(since, scene.facts.alert.firedAt)}${lead}${late}.`,
    assertion: [
      at('change_id', change.change_id),
      at('id', change.id),
      at('title', change.title),
      at('since', toIso(since)),
      ...(late === '' ? [] : [at('reported_at', change.occurred_at)]),
      at('runs_on', on),
      ...(flag === null ? [] : [at('flag', flag)]),
      ...(onset === null ? [] : [equals(ids.timeline, '/onset_at', toIso(onset))]),
      ...announced(scene, change.change_id),
    ],
  }
}

/** What speaks for it, but for when it was: that is told with it. */
function reasonClaims({ ids }: Told, reasons: readonly string[]): ClaimDraft[] {
  return reasons
    .filter((reason) => !reason.startsWith('It took effect'))
    .map((reason) => ({ text: reason, assertion: [equals(ids.ranking, '/suspects/0/for/*', reason)] }))
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
export function checkClaim({ ranking, ids }: Told): ClaimDraft[] {
  const check = describeSuspects(ranking)[0]?.next_check ?? ''
  if (check === '') return []
  const begin = ranking.cause === null ? 'Next step' : 'To confirm or refute it'
  return [
    {
      text: `${begin}: ${check.charAt(0).toLowerCase()}${check.slice(1)}`,
      assertion: [equals(ids.ranking, '/suspects/0/next_check', check)],
    },
  ]
}
