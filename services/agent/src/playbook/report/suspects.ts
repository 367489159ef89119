import type { Remediation, SessionReport } from '@signalbox/contracts'
import type { Hypothesis, ScorePart, UnknownHypothesis } from '../scoring/hypothesis.js'
import type { Ranking } from '../scoring/rank.js'
import { capitalize, listWords } from '../../wording/count-things.js'

type Suspect = NonNullable<SessionReport['suspects']>[number]

const suspectsMax = 5
/** Parts that weigh less are not worth a word. */
const weightMin = 0.25
const reasonsMax = 4
/** A change that is live is the least that is asked of a suspect. */
const unspoken: ReadonlySet<ScorePart['name']> = new Set(['live', 'prior'])

/** Reasons that count a little the other way among all others, but would not be understood there. */
const harmless = /^(changes only|touches only|only moves|took effect more than)/
const incriminating =
  /failed first|which suffers|took effect (as|\d)|^right after|shares rare words|which the errors name|new errors? comes? from/

/** The likeliest of all that was considered; what is not recorded is always among them. */
export function describeSuspects({ hypotheses }: Ranking): Suspect[] {
  const unrecorded = hypotheses.find(({ kind }) => kind === 'unrecorded')
  const listed = hypotheses.filter((one) => one !== unrecorded)
  const place = hypotheses.findIndex((one) => one === unrecorded)
  const first = listed.slice(0, suspectsMax - 1)
  if (unrecorded === undefined) return [...first.map(toSuspect), { ...nothingRecorded, probability: 0 }]
  const shown = [...first.slice(0, place), unrecorded, ...first.slice(Math.max(0, place))]
  return (place < 0 || place >= suspectsMax ? [...first, unrecorded] : shown).slice(0, suspectsMax).map(toSuspect)
}

const nothingRecorded = {
  change_id: null,
  commit_sha: null,
  title: 'Something that is not recorded here',
  for: [],
  against: [],
  next_check:
    'Look for changes that are not recorded here: code, configuration, infrastructure, data, providers. Have them sent to Signalbox, so that they are compared the next time.',
} as const satisfies Omit<Suspect, 'probability'>

function toSuspect(hypothesis: Hypothesis): Suspect {
  const probability = Math.round(hypothesis.probability * 1000) / 1000
  if (hypothesis.kind === 'unrecorded') return { ...nothingRecorded, probability }
  if (hypothesis.kind === 'external') {
    const { changeId, sentence, remediation } = hypothesis.cause
    return {
      change_id: changeId,
      commit_sha: null,
      title: capitalize(sentence),
      probability,
      for: [],
      against: [],
      next_check: externalChecks[remediation],
    }
  }
  const { change, parts } = hypothesis
  return {
    change_id: change.change_id,
    commit_sha: hypothesis.kind === 'change' && change.kind === 'commit' ? change.id : null,
    title: change.title.split('\n')[0] ?? change.title,
    probability,
    for: reasonsOf(parts, 1),
    against: reasonsOf(parts, -1),
    next_check: checkOf(hypothesis),
  }
}

/** Reasons of the parts on one side, the weightiest first. */
export function reasonsOf(parts: readonly ScorePart[], side: 1 | -1): string[] {
  return parts
    .filter(
      ({ name, score, reason }) => score * side >= weightMin && reason !== '' && !(side > 0 && unspoken.has(name)),
    )
    .filter(({ reason }) => (side > 0 ? !harmless.test(reason) : !incriminating.test(reason)))
    .sort((a, b) => (b.score - a.score) * side)
    .slice(0, reasonsMax)
    .map(({ reason }) => (reason.startsWith('right after') ? `${capitalize(reason)}.` : `It ${reason}.`))
}

function checkOf(hypothesis: Extract<Hypothesis, { kind: 'change' | 'unknown-deployment' }>): string {
  if (hypothesis.kind === 'unknown-deployment') return unknownCheck(hypothesis)
  const { flag, live, change } = hypothesis
  if (flag !== null) return `Switch the flag ${flag.name} back: if this is the cause, it ends within minutes.`
  if (change.kind === 'flag') return 'Switch it back: if this is the cause, it ends within minutes.'
  if (live.services.length === 0) return 'Find out whether it runs anywhere: no deployment of it is known.'
  return compareInstances(live.services)
}

/** How to find out, and what is missing to know what it changed: the name of its commit, or the commit itself. */
function unknownCheck({ change, release }: UnknownHypothesis): string {
  const { details, repository, service } = change
  const from = repository === null ? '' : ` of ${repository}`
  const missing =
    typeof details['commit_sha'] === 'string'
      ? `Its commit is not recorded here: have CI send the commits${from} with their diffs, or connect the repository.`
      : `Which commit it brought is not recorded here: have the deployment step of CI name it, and send the commits${from} with their diffs.`
  const check =
    release?.isFirst === true
      ? 'See whether these errors still come from the next release.'
      : compareInstances(service === null ? [] : [service])
  return `${check} ${missing}`
}

function compareInstances(services: readonly string[]): string {
  const of = services.length === 0 ? '' : ` of ${listWords(services)}`
  return `Compare instances${of} with and without it, or roll it back on one: if this is the cause, that one recovers.`
}

const externalChecks: Readonly<Record<Remediation, string>> = {
  scale: 'Compare what is asked with the capacity: if this is the cause, more instances end it.',
  reschedule: 'Move one instance to another machine: if this is the cause, that one recovers.',
  restart: 'Restart one instance: if this is the cause, that one recovers.',
  failover: 'Take it out of service: if this is the cause, the rest recovers.',
  'rotate-cert': 'Look up until when the credential or certificate is valid.',
  'escalate-upstream': 'Call it from elsewhere: if this is the cause, it fails there as well. Ask whoever runs it.',
  'purge-bad-data': 'Set the record aside: if this is the cause, the rest goes through.',
  rollback: '',
  'roll-forward': '',
  'config-revert': '',
  'feature-flag-disable': '',
  none: '',
}
