import { minuteMs, type Assertion, type Change } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import type { ErrorGroupFacts } from '../../facts/fact-pack.js'
import type { Scene } from '../scene/scene.js'
import type { ChangeHypothesis, UnknownHypothesis } from '../scoring/hypothesis.js'
import { changeKindNames } from '../../wording/change-kind-names.js'
import { capitalize, listWords } from '../../wording/count-things.js'
import { roughDuration } from '../../wording/durations.js'
import { formatLikelihood, storedProbability } from '../../wording/likelihood.js'
import { servicesOf } from '../changes/deployments.js'
import { equals, type ClaimInput } from './assertions.js'
import { clock, clockOn, toIso } from './clock.js'
import { shownLine } from './evidence.js'
import { findLeadingSuspect } from './leading-suspect.js'
import { nameOfRival } from './rivals.js'
import { describeSuspects } from './suspects.js'
import { whySuspected } from './why-not.js'

/** Says why the cause was chosen, or which change to suspect if none can be named. */
export function causeClaims(input: ClaimInput): ClaimDraft[] {
  const { cause } = input.ranking
  if (cause === null) return suspectClaim(input)
  if (cause.kind === 'change') return changeClaims(input, cause)
  return cause.kind === 'unknown-deployment' ? deploymentClaims(input, cause) : []
}

/**
 * Evidence that the cause lies outside the recorded changes; empty if it is named, because the headline then says so.
 */
export function outsideClaim({ ranking, ids }: ClaimInput): ClaimDraft[] {
  const [first] = ranking.hypotheses
  if (first?.kind !== 'external') return []
  const { name, sentence, changeId } = first.cause
  return [
    {
      text: `${capitalize(sentence)}.`,
      topic: 'cause',
      assertion: [
        equals(ids.ranking, '/hypotheses/0/name', name),
        equals(ids.ranking, '/hypotheses/0/what', sentence),
        equals(ids.ranking, '/hypotheses/0/change_id', changeId),
      ],
    },
  ]
}

/** Why the change is to blame, strongest reason first, and when it took effect. */
function changeClaims(input: ClaimInput, first: ChangeHypothesis): ClaimDraft[] {
  const { scene, ranking, ids } = input
  const { finding, live, flag } = first
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const line = finding === null ? '' : shownLine(finding)
  const reasons = describeSuspects(ranking)[0]?.for ?? []
  const spoken = reasons.filter((reason) => finding === null || !reason.includes(finding.sentence))
  const isShown = line !== '' && reasons.length > spoken.length
  const inDiff: ClaimDraft[] =
    isShown && finding !== null
      ? [
          {
            text: `${nameInShort(first.change)} ${finding.sentence}: \`${line}\`.`,
            topic: 'cause',
            assertion: [
              at('id', first.change.id),
              at('finding/sentence', finding.sentence),
              at('finding/line', line),
              ...shownInDiff(scene, first),
            ],
          },
        ]
      : []
  return [
    ...inDiff,
    effectClaim(input, first, { on: live.services, flag: flag?.name ?? null }),
    ...reasonClaims(input, spoken),
  ]
}

/** `Commit 4f2c91b8`, for sentences that follow its title. */
function nameInShort({ kind, id }: Change): string {
  return kind === 'commit' ? `Commit ${id.slice(0, 8)}` : `The ${changeKindNames[kind]}`
}

/** Why a deployment of an unknown commit is to blame. */
function deploymentClaims(input: ClaimInput, first: UnknownHypothesis): ClaimDraft[] {
  const { ranking, ids } = input
  const { change, release } = first
  const neverWorked: ClaimDraft[] =
    release?.isFirst === true
      ? [
          {
            text: `No earlier version${change.service === null ? '' : ` of ${change.service}`} is recorded, so it may never have worked.`,
            topic: 'cause',
            assertion: [
              equals(ids.ranking, '/hypotheses/0/is_first_release', true),
              equals(ids.ranking, '/hypotheses/0/runs_on', servicesOf(change)),
            ],
          },
        ]
      : []
  return [
    ...reasonClaims(input, describeSuspects(ranking)[0]?.for ?? []),
    effectClaim(input, first, { on: servicesOf(change), flag: null }),
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
      text: `The ${type} is raised in "${frame.function}", ${at}.`,
      topic: 'cause',
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

/** When and where the cause took effect. */
function effectClaim(
  { scene, ids }: ClaimInput,
  { change, since }: ChangeHypothesis | UnknownHypothesis,
  { on, flag }: { on: readonly string[]; flag: string | null },
): ClaimDraft {
  const { onset } = scene
  const by = flag === null ? '' : ` through the flag ${flag}`
  const where = on.length > 0 ? ` on ${listWords(on)}` : ''
  const leadMs = onset === null ? 0 : onset - since
  const lead = leadMs >= minuteMs / 2 ? `, ${roughDuration(leadMs)} before the problem started` : ''
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  const reported = Date.parse(change.occurred_at)
  const late = change.kind === 'deployment' && reported - since >= minuteMs ? ` (reported at ${clock(reported)})` : ''
  return {
    text: `${nameInShort(change)} took effect${where}${by} at ${clockOn(since, scene.facts.alert.firedAt)}${late}${lead}.`,
    topic: 'cause',
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

/** One claim per reason, except for the time it took effect, which has its own claim. */
function reasonClaims({ ids }: ClaimInput, reasons: readonly string[]): ClaimDraft[] {
  return reasons
    .filter((reason) => !reason.startsWith('It took effect'))
    .map((reason) => ({
      text: reason,
      topic: 'cause',
      assertion: [equals(ids.ranking, '/suspects/0/for/*', reason)],
    }))
}

/** The change that is most likely to blame if no cause can be named. */
function suspectClaim({ ranking, ids }: ClaimInput): ClaimDraft[] {
  const lead = findLeadingSuspect(ranking)
  if (lead === undefined) return []
  const { hypothesis, index, isOnlyClose } = lead
  const { change } = hypothesis
  const probability = storedProbability(hypothesis.probability)
  const why = whySuspected(hypothesis)
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/${index}/${field}`, value)
  return [
    {
      text: `${isOnlyClose ? 'The change closest in time is' : 'The leading suspect is'} ${nameOfRival({ change })}${isOnlyClose ? '' : ` (${formatLikelihood(probability)} likely)`}.${why === '' ? '' : ` ${why}`}`,
      topic: 'cause',
      assertion: [at('id', change.id), at('title', change.title), at('probability', probability), at('why', why)],
    },
  ]
}

/** Points into the list of changes, if it is a single page: otherwise the page that holds the change is unknown. */
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

/** How to confirm or refute the cause; if none can be named, what to test first and where to look next. */
export function checkClaims({ ranking, ids }: ClaimInput): ClaimDraft[] {
  const suspects = describeSuspects(ranking)
  const claim = (begin: string, index: number): ClaimDraft[] => {
    const check = suspects[index]?.next_check ?? ''
    const text = `${begin}: ${check.charAt(0).toLowerCase()}${check.slice(1)}`
    const assertion = [equals(ids.ranking, `/suspects/${index}/next_check`, check)]
    return check === '' ? [] : [{ text, topic: 'check', assertion }]
  }
  if (ranking.cause !== null) return claim('To confirm', 0)
  const lead = findLeadingSuspect(ranking)
  const test = suspects.findIndex(({ change_id: id }) => id !== null && id === lead?.hypothesis.change.change_id)
  if (test <= 0) return claim('Next step', 0)
  return [...claim('Next step', test), ...claim('If no suspect holds up', 0)]
}
