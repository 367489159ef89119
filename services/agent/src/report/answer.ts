import { isJsonObject, type SessionReport, type Verdict } from '@signalbox/contracts'
import { changeKindNames } from '../wording/change-kind-names.js'
import { capitalize } from '../wording/count-things.js'
import { formatLikelihood } from '../wording/likelihood.js'
import { changesOf, fallbackMechanism } from './check-cause.js'

interface Answered extends Pick<SessionReport, 'verdict' | 'cause' | 'confidence' | 'suspects'> {
  /** Change id of the deployment that was watched; null if a problem was investigated. */
  watched: string | null
}

/** At this confidence or above, a verdict needs no "probably". */
const sureMin = 0.85

/** Names of the cause and of the watched deployment. */
interface Names {
  cause: string
  /** Null if no deployment was watched. */
  watched: string | null
}

const answers: Readonly<Record<Verdict, (report: Answered, names: Names) => string>> = {
  cause_found: (report, { cause }) => `The cause is ${cause}${describeConfidence(report)}.`,
  cause_likely: (report, { cause }) => `The likely cause is ${cause}${describeConfidence(report)}.`,
  no_code_cause: (report) =>
    `${report.confidence >= sureMin ? 'No change' : 'Probably no change'} of yours caused this${describeConfidence(report)}.${describeOutsideCause(report)}`,
  healthy: (_, { watched }) => (watched === null ? 'No problem found.' : `${capitalize(watched)} looks healthy.`),
  suspect: (_, { watched }) => `${capitalize(watched ?? 'the deployment')} may have made things worse.`,
  bad: ({ cause: named }, { cause, watched }) =>
    `${capitalize(watched ?? (named === null ? 'the deployment' : cause))} made things worse: roll it back.`,
  inconclusive: ({ suspects }, { watched }) =>
    watched === null ? describeOpenCause(suspects) : `Signalbox cannot judge ${watched}.`,
}

/**
 * The first sentence of a report: its verdict in words.
 * @param results Complete stored results by evidence id.
 */
export function answerOf(report: Answered, results: ReadonlyMap<string, unknown>): string {
  const { cause, watched } = report
  return answers[report.verdict](report, {
    cause: nameOf(cause, results),
    watched: watched === null ? null : nameOfDeployment(watched, results),
  })
}

/** `version 1.5.0 of checkout`, as it is recorded; less if less is. */
function nameOfDeployment(changeId: string, results: ReadonlyMap<string, unknown>): string {
  const row = changesOf(results).find((change) => change['change_id'] === changeId)
  const [service, details] = [row?.['service'], row?.['details']]
  const version = isJsonObject(details) ? details['version'] : undefined
  const on = typeof service === 'string' ? ` of ${service}` : ''
  // A release such as "shop@1.5.0" already names its service.
  return typeof version === 'string' && version !== ''
    ? `version ${version.split('@').at(-1) ?? version}${on}`
    : `the deployment${on}`
}

/** Empty for reports without suspects, whose confidence isn't a computed probability. */
function describeConfidence({ confidence, suspects = [] }: Answered): string {
  return suspects.length === 0 ? '' : ` (${formatLikelihood(confidence)} confidence)`
}

function describeOutsideCause({ cause }: Answered): string {
  return cause === null || cause.mechanism === fallbackMechanism ? '' : ` ${asSentence(cause.mechanism)}`
}

/** From this probability on, only a deployment whose code is unknown is not named as the likely cause. */
const likelyMin = 0.5

function describeOpenCause(suspects: Answered['suspects']): string {
  const [first] = suspects ?? []
  const isOfUnknownCode = first !== undefined && first.change_id !== null && first.commit_sha === null
  return isOfUnknownCode && first.probability >= likelyMin
    ? 'The cause is not certain: the code of the leading suspect is not recorded here.'
    : `The cause is not clear yet${describeUnrecordedCause(first)}.`
}

/** "No recorded change explains the problem" can also be the leading suspect. */
function describeUnrecordedCause(first: NonNullable<Answered['suspects']>[number] | undefined): string {
  return first !== undefined && first.change_id === null && first.commit_sha === null && first.probability >= sureMin
    ? ': no recorded change explains it'
    : ''
}

/** The text with a full stop, unless it already ends a sentence. */
export function asSentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

const titleLengthMax = 100

/** The change's stored title. */
function nameOf(cause: SessionReport['cause'], results: ReadonlyMap<string, unknown>): string {
  if (cause === null) return 'not named'
  const { kind, commit_sha: sha, change_id: changeId } = cause
  const row = changesOf(results).find((change) => change['change_id'] === changeId || change['id'] === sha)
  const [title = ''] = typeof row?.['title'] === 'string' ? row['title'].trim().split('\n') : []
  const quoted = title === '' ? '' : ` "${title.slice(0, titleLengthMax)}"`
  return kind === 'commit' && sha !== null
    ? `commit ${sha.slice(0, 8)}${quoted}`
    : `the ${changeKindNames[kind]}${quoted}`
}
