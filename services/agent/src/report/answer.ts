import type { SessionReport, Verdict } from '@signalbox/contracts'
import { changesOf, untoldMechanism } from './check-cause.js'

type Answered = Pick<SessionReport, 'verdict' | 'cause' | 'confidence' | 'suspects'>

/** From this confidence on a verdict is said without a "probably". */
const sureMin = 0.85

const answers: Readonly<Record<Verdict, (report: Answered, cause: string) => string>> = {
  cause_found: (report, cause) => `The cause is ${cause}${howSure(report)}.`,
  cause_likely: (report, cause) => `The likely cause is ${cause}${howSure(report)}.`,
  no_code_cause: (report) =>
    `${report.confidence >= sureMin ? 'No change' : 'Probably no change'} of yours caused this${howSure(report)}${outsideOf(report)}.`,
  healthy: () => 'Nothing is wrong.',
  suspect: () => 'Something looks wrong since this deployment.',
  bad: (report, cause) =>
    report.cause === null ? 'It got worse with this deployment.' : `It got worse with ${cause}: roll it back.`,
  inconclusive: ({ suspects }) => `The cause is not clear yet${suspectOf(suspects)}.`,
}

/** The first sentence of a report: what it comes to. @param results Whole stored results by evidence id. */
export function answerOf(report: Answered, results: ReadonlyMap<string, unknown>): string {
  return answers[report.verdict](report, nameOf(report.cause, results))
}

/** Only where probabilities were computed, which the confidence is then one of. */
function howSure({ confidence, suspects = [] }: Answered): string {
  return suspects.length === 0 ? '' : ` (${Math.min(99, Math.round(confidence * 100))} % sure)`
}

function outsideOf({ cause }: Answered): string {
  return cause === null || cause.mechanism === untoldMechanism ? '' : `: ${cause.mechanism}`
}

/** Where no change of the record explains it, that is the answer. */
function suspectOf(suspects: Answered['suspects']): string {
  const [first] = suspects ?? []
  return first !== undefined && first.change_id === null && first.commit_sha === null && first.probability >= sureMin
    ? ': no change that is recorded here explains it'
    : ''
}

const titleLengthMax = 100

/** The change by its title, as it is stored. */
function nameOf(cause: SessionReport['cause'], results: ReadonlyMap<string, unknown>): string {
  if (cause === null) return 'something that has no name yet'
  const { kind, commit_sha: sha, change_id: changeId } = cause
  const row = changesOf(results).find((change) => change['change_id'] === changeId || change['id'] === sha)
  const [title = ''] = typeof row?.['title'] === 'string' ? row['title'].trim().split('\n') : []
  const quoted = title === '' ? '' : ` "${title.slice(0, titleLengthMax)}"`
  return kind === 'commit' && sha !== null ? `commit ${sha.slice(0, 8)}${quoted}` : `${kinds[kind]}${quoted}`
}

const kinds = {
  commit: 'a commit',
  flag: 'the flag change',
  config: 'the configuration change',
  infrastructure: 'the infrastructure change',
  status: 'what a status notice tells',
  other: 'the change',
  deployment: 'the deployment',
} as const satisfies Record<NonNullable<SessionReport['cause']>['kind'], string>
