import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { verdicts } from '../../sessions/session-states.js'
import { listedChangeKinds } from '../deployments/changes.js'

/** Recommended remedies. */
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

/** How a value in stored evidence is compared. `at-least-items` and `at-most-items` compare the length of an array. */
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

/** An automatic check on stored evidence. */
export const Assertion = Closed({
  evidence_id: Type.String({ minLength: 1, maxLength: 64, description: 'Evidence of this session' }),
  pointer: Type.String({
    maxLength: 1_000,
    description:
      'JSON Pointer (RFC 6901) into the stored result, empty for all of it. A segment `*` matches any element: ' +
      'the check passes if it passes for one of them',
  }),
  operator: OneOf(assertionOperators),
  value: Type.Optional(Type.Unknown({ description: 'Value to compare with; omitted for `exists` and `absent`' })),
})
export type Assertion = Static<typeof Assertion>

/** The topic of a claim, in the order of importance to an on-call engineer. */
const claimTopics = [
  'answer',
  'onset',
  'impact',
  'remedy',
  'cause',
  'check',
  'symptom',
  'ruled-out',
  'coverage',
] as const
export type ClaimTopic = (typeof claimTopics)[number]

/** A statement of the report with its supporting evidence. */
export const Claim = Closed({
  text: Type.String(),
  topic: Type.Optional(
    OneOf(claimTopics, {
      description:
        'What it is about: the direct answer to a question, when the problem started, who is affected, what to do now, why this is the cause, how to confirm it, other symptoms, which changes are ruled out, what was examined. Absent from older reports and from claims of a language model',
    }),
  ),
  evidence_ids: Type.Array(Type.String(), { description: 'Evidence steps that back it' }),
  assertion: Type.Array(Assertion, { description: 'Checks against the evidence; all must pass' }),
  status: OneOf(claimStatuses, { description: '`verified` if the assertion holds on the evidence' }),
})
export type Claim = Static<typeof Claim>

/** The cause of the incident. */
export const Cause = Closed({
  kind: OneOf(listedChangeKinds),
  commit_sha: NullableOf(Type.String({ description: 'Null if no commit is responsible' })),
  change_id: NullableOf(Type.String()),
  mechanism: Type.String({ description: 'How it led to the symptoms' }),
})
export type Cause = Static<typeof Cause>

/** A possible cause, whether or not it is named as the cause. */
export const Suspect = Closed({
  change_id: NullableOf(Type.String({ description: 'Null if it is not a change' })),
  commit_sha: NullableOf(Type.String({ description: 'Null if it is not a commit' })),
  title: Type.String(),
  probability: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Probability among all candidates considered, 0 to 1',
  }),
  for: Type.Array(Type.String(), { description: 'Evidence for it, strongest first' }),
  against: Type.Array(Type.String(), { description: 'Evidence against it, strongest first' }),
  next_check: Type.String({ description: 'What would confirm or refute it' }),
})
export type Suspect = Static<typeof Suspect>

/** Outcome of a completed session. */
export const SessionReport = Closed({
  verdict: OneOf(verdicts),
  summary: Type.String(),
  cause: NullableOf(Cause),
  first_failing_service: NullableOf(Type.String()),
  onset_at: NullableOf({ ...Timestamp, description: 'When the incident started' }),
  blast_radius: Type.Array(Type.String(), { description: 'Other affected services' }),
  remediation: OneOf(remediations),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Ratio, 0 to 1' }),
  claims: Type.Array(Claim),
  suspects: Type.Optional(
    Type.Array(Suspect, {
      description:
        `At most ${limits.report.suspectsMax}, most likely first; the first is the cause if the report names ` +
        'one. One entry stands for unrecorded causes',
    }),
  ),
  rivals: Type.Array(
    Closed({
      change_id: Type.String(),
      title: Type.Optional(Type.String({ description: 'Details of the stored change; absent from older reports' })),
      why_not: Type.String(),
    }),
    { description: 'Changes that were considered, and why they are not the cause' },
  ),
})
export type SessionReport = Static<typeof SessionReport>

/** People's verdict on a report: it was right, or something else was the cause. */
export const reviewOutcomes = ['confirmed', 'corrected'] as const

/** The actual cause of an incident, as stated by a person afterwards. It is stored with the session as a test case. */
export const SessionReview = Closed({
  outcome: OneOf(reviewOutcomes, { description: '`confirmed` if the report was correct' }),
  culprit: NullableOf(
    Type.String({
      description: 'SHA of the responsible commit, or id of the responsible change; null if no change was responsible',
    }),
  ),
  first_failing_service: NullableOf(Type.String({ description: 'Null if not reviewed' })),
  note: Type.String({ description: 'Additional notes; empty if there are none' }),
  reviewed_by: Type.String({ description: 'Name of the member or API key' }),
  reviewed_at: Timestamp,
})
export type SessionReview = Static<typeof SessionReview>
