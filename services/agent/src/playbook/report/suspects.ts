import type { Remediation, SessionReport } from '@signalbox/contracts'
import type { Hypothesis, UnknownHypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import { capitalize, listWords } from '../../wording/count-things.js'
import { storedProbability } from '../../wording/likelihood.js'
import { servicesOf } from '../changes/deployments.js'
import { reasonsOf } from './reasons.js'
import { missing } from './why-not.js'

type Suspect = NonNullable<SessionReport['suspects']>[number]

const suspectsMax = 5

/** Returns the likeliest hypotheses; always includes the hypothesis that nothing recorded explains the problem. */
export function describeSuspects({ hypotheses, cause, confidence, isLasting }: Ranking): Suspect[] {
  const unrecorded = hypotheses.find(({ kind }) => kind === 'unrecorded')
  const listed = hypotheses.filter((one) => one !== unrecorded)
  const place = hypotheses.findIndex((one) => one === unrecorded)
  const first = listed.slice(0, suspectsMax - 1)
  const describe = (hypothesis: Hypothesis) => {
    const isCause = hypothesis === cause
    // What limits the confidence in the cause is not recorded.
    const doubt = hypothesis === unrecorded && cause !== null ? cause.probability - confidence : 0
    const likelihood = isCause ? confidence : hypothesis.probability + doubt
    const suspect = toSuspect({ ...hypothesis, probability: likelihood }, isCause)
    return isLasting && hypothesis.kind === 'change' ? { ...suspect, next_check: lastingCheck } : suspect
  }
  if (unrecorded === undefined) return [...first.map(describe), { ...nothingRecorded, probability: 0 }]
  const shown = [...first.slice(0, place), unrecorded, ...first.slice(Math.max(0, place))]
  return (place < 0 || place >= suspectsMax ? [...first, unrecorded] : shown).slice(0, suspectsMax).map(describe)
}

const lastingCheck =
  'Compare the value in the errors with the range of its column or sequence; rolling back does not free what is used up.'

const nothingRecorded = {
  change_id: null,
  commit_sha: null,
  title: 'Something that is not recorded here',
  for: [],
  against: [],
  next_check:
    'Look for a change that is not recorded here, such as configuration, infrastructure, data or a provider outage, and send such changes to Signalbox so the next investigation can compare them.',
} as const satisfies Omit<Suspect, 'probability'>

function toSuspect(hypothesis: Hypothesis, isCause: boolean): Suspect {
  const probability = storedProbability(hypothesis.probability)
  if (hypothesis.kind === 'unrecorded') return { ...nothingRecorded, probability }
  if (hypothesis.kind === 'external') {
    const { changeId, sentence, remediation, check } = hypothesis.cause
    return {
      change_id: changeId,
      commit_sha: null,
      title: capitalize(sentence),
      probability,
      for: [],
      against: [],
      next_check: check ?? externalChecks[remediation],
    }
  }
  const { change, parts } = hypothesis
  const against = reasonsOf(parts, 'against')
  return {
    change_id: change.change_id,
    commit_sha: hypothesis.kind === 'change' && change.kind === 'commit' ? change.id : null,
    title: change.title.split('\n')[0] ?? change.title,
    probability,
    for: reasonsOf(parts, 'for'),
    against: against.length > 0 || isCause ? against : missing(hypothesis).slice(0, 1),
    next_check: checkOf(hypothesis),
  }
}

function checkOf(hypothesis: Extract<Hypothesis, { kind: 'change' | 'unknown-deployment' }>): string {
  if (hypothesis.kind === 'unknown-deployment') return unknownCheck(hypothesis)
  const { flag, live, change, finding } = hypothesis
  if (flag !== null) return `Revert the flag ${flag.name}; if it is the cause, the problem ends within minutes.`
  if (change.kind === 'flag') return 'Revert the flag; if it is the cause, the problem ends within minutes.'
  if (finding?.mechanism === 'missing-table')
    return 'Check whether the table exists in the database that the service uses; if it does not, create it.'
  if (live.services.length === 0) return 'Find out whether it runs anywhere: no deployment of it is recorded.'
  return tryWithout(live.services, hypothesis)
}

/** How to test a deployment, and what to send so that the next one can be traced to a commit. */
function unknownCheck(hypothesis: UnknownHypothesis): string {
  const { change, release } = hypothesis
  const { details, repository } = change
  const from = repository === null ? '' : ` of ${repository}`
  const missingPart =
    typeof details['commit_sha'] === 'string'
      ? `The deployed commit is not recorded here: have CI send the commits${from} with their diffs, or connect the repository.`
      : `The deployment was reported without its commit: have CI include it, and send the commits${from} with their diffs.`
  const check =
    release?.isFirst === true
      ? 'See whether the next release still raises these errors.'
      : tryWithout(servicesOf(change), hypothesis)
  return `${check} ${missingPart}`
}

/** One instance is enough if the failing service itself runs the change. */
function tryWithout(services: readonly string[], { features }: Pick<Hypothesis, 'features'>): string {
  const names = listWords(services)
  if ((features.onAffected ?? 0) === 0)
    return `Roll it back${names === '' ? '' : ` on ${names}`}; if the problem ends, this is the cause.`
  return `Roll it back on one instance${names === '' ? '' : ` of ${names}`}; if that instance recovers, this is the cause.`
}

const externalChecks: Readonly<Record<Remediation, string>> = {
  scale: 'Add instances; if load is the cause, the problem eases as they take traffic.',
  reschedule: 'Move one instance to another node; if it recovers, the node is the cause.',
  restart: 'Restart one instance; if it recovers, this is the cause.',
  failover: 'Take it out of service; if the rest recovers, this is the cause.',
  'rotate-cert': 'Check when the certificate or credential expires.',
  'escalate-upstream':
    'Check its status page and call it from elsewhere; if it fails there too, the fault is not yours.',
  'purge-bad-data': 'Set the record aside; if the rest goes through, the record is the cause.',
  rollback: '',
  'roll-forward': '',
  'config-revert': '',
  'feature-flag-disable': '',
  none: '',
}
