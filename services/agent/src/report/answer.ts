import type { SessionReport, Verdict } from '@signalbox/contracts'
import { changesOf } from './check-cause.js'

type Answered = Pick<SessionReport, 'verdict' | 'cause' | 'confidence'>

/** From this confidence on a verdict is said without a "probably". */
const sureMin = 0.85

const answers: Readonly<Record<Verdict, (report: Answered, cause: string) => string>> = {
  cause_found: (_report, cause) => `Caused by ${cause}.`,
  cause_likely: (_report, cause) => `Likely caused by ${cause}.`,
  no_code_cause: ({ confidence }) =>
    confidence >= sureMin ? 'No change of ours caused this.' : 'Probably no change of ours caused this.',
  healthy: () => 'Nothing wrong was found.',
  suspect: () => 'Something looks wrong.',
  bad: (report, cause) => (report.cause === null ? 'It got worse.' : `It got worse with ${cause}: roll it back.`),
  inconclusive: () => 'The cause is not clear yet.',
}

/** The first sentence of a report: what it comes to. @param results Whole stored results by evidence id. */
export function answerOf(report: Answered, results: ReadonlyMap<string, unknown>): string {
  return answers[report.verdict](report, nameOf(report.cause, results))
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
