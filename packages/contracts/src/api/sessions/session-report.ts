import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { verdicts } from '../../sessions/session-states.js'
import { listedChangeKinds } from '../deployments/changes.js'

/** What should be done about it. */
export const remediations = [
  'rollback',
  'roll-forward',
  'config-revert',
  'feature-flag-disable',
  'scale',
  'reschedule',
  'restart',
  'failover',
  'rotate-cert',
  'escalate-upstream',
  'purge-bad-data',
  'none',
] as const
export type Remediation = (typeof remediations)[number]

const claimStatuses = ['verified', 'unsupported'] as const

/** How a value of stored evidence is compared. `at-least-items` and `at-most-items` compare the length of an array. */
export const assertionOperators = [
  'equals',
  'not-equals',
  'at-least',
  'at-most',
  'more-than',
  'less-than',
  'contains',
  'not-contains',
  'exists',
  'absent',
  'at-least-items',
  'at-most-items',
] as const

/** A check that a machine can make on stored evidence. */
export const Assertion = Closed({
  evidence_id: Type.String({ minLength: 1, maxLength: 64, description: 'Evidence of this session' }),
  pointer: Type.String({
    maxLength: 1_000,
    description:
      'JSON Pointer (RFC 6901) into the stored result, empty for all of it. A segment `*` stands for any element: the check holds when it holds for one of them',
  }),
  operator: OneOf(assertionOperators),
  value: Type.Optional(Type.Unknown({ description: 'What is compared with; left out for `exists` and `absent`' })),
})
export type Assertion = Static<typeof Assertion>

/** A statement of the report with the evidence that it rests on. */
export const Claim = Closed({
  text: Type.String(),
  evidence_ids: Type.Array(Type.String(), { description: 'Evidence of the steps that backs it' }),
  assertion: Type.Array(Assertion, { description: 'The checks that were made on the evidence; all must hold' }),
  status: OneOf(claimStatuses, { description: '`verified` when the assertion holds on the evidence' }),
})
export type Claim = Static<typeof Claim>

/** What was to blame. */
export const Cause = Closed({
  kind: OneOf(listedChangeKinds),
  commit_sha: NullableOf(Type.String({ description: 'Null when no commit is to blame' })),
  change_id: NullableOf(Type.String()),
  mechanism: Type.String({ description: 'How it led to what was seen' }),
})
export type Cause = Static<typeof Cause>

/** Something that may be to blame, whether it is named as the cause or not. */
export const Suspect = Closed({
  change_id: NullableOf(Type.String({ description: 'Null when it is not a change' })),
  commit_sha: NullableOf(Type.String({ description: 'Null when it is not a commit' })),
  title: Type.String(),
  probability: Type.Number({ minimum: 0, maximum: 1, description: 'Among all that was considered, 0 to 1' }),
  for: Type.Array(Type.String(), { description: 'What speaks for it, the weightiest first' }),
  against: Type.Array(Type.String(), { description: 'What speaks against it, the weightiest first' }),
  next_check: Type.String({ description: 'What would confirm or refute it' }),
})
export type Suspect = Static<typeof Suspect>

/** Outcome of a completed session. */
export const SessionReport = Closed({
  verdict: OneOf(verdicts),
  summary: Type.String(),
  cause: NullableOf(Cause),
  first_failing_service: NullableOf(Type.String()),
  onset_at: NullableOf({ ...Timestamp, description: 'When it began' }),
  blast_radius: Type.Array(Type.String(), { description: 'The other services that suffered' }),
  remediation: OneOf(remediations),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Ratio, 0 to 1' }),
  claims: Type.Array(Claim),
  suspects: Type.Optional(
    Type.Array(Suspect, {
      description: `At most ${limits.report.suspectsMax}, the likeliest first, which is the cause where one is named. One of them stands for what is not recorded`,
    }),
  ),
  rivals: Type.Array(
    Closed({
      change_id: Type.String(),
      title: Type.Optional(Type.String({ description: 'Of the change, as it is stored; not in older reports' })),
      why_not: Type.String(),
    }),
    { description: 'Changes that were considered and why they are not the cause' },
  ),
})
export type SessionReport = Static<typeof SessionReport>

/** What people found of a report: it was right, or something else was to blame. */
export const reviewOutcomes = ['confirmed', 'corrected'] as const

/** The truth about an incident, as somebody said when it was over. The session is kept with it as a case. */
export const SessionReview = Closed({
  outcome: OneOf(reviewOutcomes, { description: '`confirmed` when the report was right' }),
  culprit: NullableOf(
    Type.String({ description: 'SHA of the commit, or id of the change, that was to blame; null when no change was' }),
  ),
  first_failing_service: NullableOf(Type.String({ description: 'Null when nobody said' })),
  note: Type.String({ description: 'What else was said; empty when nothing' }),
  reviewed_by: Type.String({ description: 'Name of the member or API key' }),
  reviewed_at: Timestamp,
})
export type SessionReview = Static<typeof SessionReview>
