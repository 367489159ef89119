import { clockOn, toIso } from '../report/clock.js'
import { hourMs, minuteMs, queryServices, type Change } from '@signalbox/contracts'
import type { Questions } from '../../facts/questions.js'
import { placeOfName } from '../../facts/read-alert.js'
import type { TimeWindow } from '../../investigation/time-window.js'
import { compareServices, type Comparison } from '../../watch/compare-service.js'
import { measureNames } from '../../watch/measures.js'
import { policy } from '../../watch/policy.js'
import { readMinutes } from '../../watch/read-minutes.js'
import { changeKindNames } from '../../wording/change-kind-names.js'
import { countThings, listWords } from '../../wording/count-things.js'
import { roughDuration } from '../../wording/durations.js'
import { findVersionBefore } from '../report/previous-version.js'
import { nameOfRival } from '../report/rivals.js'
import { firstLine } from '../text/shorten.js'
import { formatLevel } from '../text/format-level.js'
import { suspectConfidence, type QuestionContext, type DirectAnswer, type QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'

const asks = /^\W*(did|does|do|has|have|is|are|was|were|could|can|may|might|should|must)\b/i
const isDeployment =
  /\b(deploy(ed|ments?|s|ing)?|releases?d?|roll-?outs?|rolled out|shipped|version|upgraded?|roll(ed|ing)? ?back)\b/i
/** Other kinds of change that take effect immediately. */
const otherKinds = [
  ['flag', /\b(flags?|toggles?)\b/i],
  ['config', /\bconfig(uration)?\b/i],
] as const
const isEffect =
  /\b(worse|better|br(ea|o)k(s|en|e)?|caus(e[sd]?|ing)|harm(ed|s)?|hurt|affect(s|ed)?|impact(ed)?|fail(s|ed|ing)?|slow(er|ed)?|ok|okay|fine|healthy|well|good|bad|safe|to blame|regress(ed|ion)?|roll(ed|ing)? ?back)\b/i
/** Questions about a deployment that is still to come. */
export const isAhead =
  /\b(safe|ok|okay|fine|good (time|idea)|can|may|should|could)\b.{0,20}\b(to|we|i)\b.{0,12}\b(deploy|release|ship|roll ?out|merge)\b/i
/** Whether undoing it is possible isn't recorded; the cause and its remedy are the better answer. */
const asksPermission = /^\W*(can|could|may)\b.{0,20}\broll(ing)? ?back\b/i
const asksRollback = /\broll(ing)? ?back\b/i
/** Time compared before and after the change. */
const comparedMs = hourMs
const minutesMin = 3
/** A share of failed requests that nobody would call harmless, however few there were. */
const unsureRatio = 0.05
/** A deterioration later than this after a change may have another cause. */
const promptMs = 10 * minuteMs

/** `did the deployment of cart make it worse?`: the latest deployment, or the named flag, and its effects. */
export const aboutDeployment: QuestionKind = {
  isAsked: ({ question }) =>
    asks.test(question) &&
    kindOf(question) !== undefined &&
    isEffect.test(question) &&
    !isAhead.test(question) &&
    !asksPermission.test(question),
  answer: describeDeployment,
}

function kindOf(question: string): 'deployment' | 'flag' | 'config' | undefined {
  const other = otherKinds.find(([, words]) => words.test(question))?.[0]
  return other ?? (isDeployment.test(question) ? 'deployment' : undefined)
}

/** The latest change of the kind in question: the one it names, or else one of the service. */
function findChangeInQuestion({ question, facts }: QuestionContext, kind: Change['kind']): Change | undefined {
  const newestFirst = facts.changes
    .filter((change) => change.kind === kind)
    .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1))
  const named = newestFirst.filter(({ title, details }) =>
    [title.split(':')[0] ?? '', typeof details['version'] === 'string' ? details['version'] : ''].some(
      (name) => placeOfName(question, name) !== -1,
    ),
  )
  const asked = namedServices(question, facts)
  return [...named, ...newestFirst].find(
    ({ service }) => asked.length === 0 || (service !== null && asked.includes(service)),
  )
}

async function describeDeployment(about: QuestionContext, questions: Questions): Promise<DirectAnswer[]> {
  const { facts, scene, asOf } = about
  const { changesEvidence } = facts
  const asked = namedServices(about.question, facts)
  const of = asked.length === 0 ? '' : ` of ${listWords(asked)}`
  const kind = kindOf(about.question) ?? 'deployment'
  const newest = findChangeInQuestion(about, kind)
  if (newest === undefined)
    return [{ text: `No ${changeKindNames[kind]}${of} was recorded in the last week.`, evidence: changesEvidence }]
  const at = Math.floor(Date.parse(newest.occurred_at) / minuteMs) * minuteMs
  const name = `the ${nameOfRival({ change: newest })}${newest.service === null ? '' : ` on ${newest.service}`} at ${clockOn(at, asOf)}`
  const window = { start: at - comparedMs, end: Math.floor(Math.min(asOf, at + comparedMs) / minuteMs) * minuteMs }
  if (window.end - at < minutesMin * minuteMs)
    return [{ text: `It is too early to tell: ${name} is only a few minutes old.`, evidence: changesEvidence, at }]
  const answer = await questions.ask(
    queryServices,
    { query: { start: toIso(window.start), end: toIso(window.end), interval_seconds: minuteMs / 1_000 } },
    { what: 'services', summary: ({ services }) => `Figures per minute of ${countThings(services.length, 'service')}` },
  )
  if (answer === undefined) return []
  const deployed = newest.service === null ? facts.services : [newest.service]
  const callers = newest.service === null ? [] : scene.neighbours.callers(newest.service)
  const readings = [...deployed, ...callers.filter((caller) => !deployed.includes(caller))].map((service) => {
    const minutes = readMinutes(answer.value, service, window)
    const [before, after] = [minutes.filter((one) => one.at < at), minutes.filter((one) => one.at >= at)]
    return { service, role: 'deployed' as const, before, after, dayBefore: [] }
  })
  const compared = compareServices(readings, { alpha: policy.badProbability, weakAlpha: 0 })
  const rival = facts.changes.some((change) => isRivalOf(change, newest))
  const evidence = [...changesEvidence, answer.evidenceId]
  return describeEffect(compared, {
    newest,
    name,
    window,
    at,
    evidence,
    rival,
    version: versionBefore(facts, newest),
    isAdvice: asksRollback.test(about.question),
  })
}

/** Another change this close may be the cause instead. Commits don't count: a deployment delivers them. */
function isRivalOf(change: Change, newest: Change): boolean {
  const lead = Date.parse(newest.occurred_at) - Date.parse(change.occurred_at)
  const isOther = change.change_id !== newest.change_id && change.kind !== 'commit'
  return isOther && lead >= -minuteMs && lead <= policy.rivalMinutesBefore * minuteMs
}

interface DeploymentEffect {
  newest: Change
  /** True if the question is whether to roll it back: no effect within the hour is no reason not to. */
  isAdvice: boolean
  /** True if another change is too close to tell the two apart. */
  rival: boolean
  /** The version that ran before. */
  version: string | null
  name: string
  window: TimeWindow
  at: number
  evidence: readonly string[]
}

function describeEffect(
  compared: readonly Comparison[],
  { newest, name, window, at, evidence, rival, version, isAdvice }: DeploymentEffect,
): DirectAnswer[] {
  if (compared.length === 0)
    return [
      {
        text: `Signalbox cannot tell whether ${name} made things worse, because it has no requests or errors to compare.`,
        evidence,
        at,
      },
    ]
  const raised = compared.filter(({ finding }) => finding === 'raised')
  const passed = compared.filter(({ finding }) => finding === 'passed')
  const within = `within ${Math.round((window.end - at) / minuteMs)} min`
  const unsure = compared.filter(isUnsure)
  const shown = [raised, passed, unsure].find((list) => list.length > 0) ?? []
  const waitMs = Math.min(...raised.map(({ onsetAt }) => onsetAt ?? at)) - at
  const isPrompt = raised.length > 0 && waitMs <= promptMs
  const first = isPrompt
    ? `Yes, ${name} made things worse.`
    : raised.length > 0
      ? `Things got worse only ${roughDuration(waitMs)} after ${name}, so something else may be to blame.`
      : passed.length > 0
        ? `Temporarily: things got worse after ${name} and recovered ${within}.`
        : unsure.length > 0
          ? `Possibly: things look worse ${within} of ${name}, but there were too few requests to be sure.`
          : `${isAdvice ? 'Nothing' : 'No, nothing'} got worse ${within} of ${name}.`
  const usual = compared.filter(({ service, measure }) => service === newest.service && measure === 'failed_requests')
  const undo =
    newest.kind === 'deployment'
      ? 'roll it back on one instance; if that instance recovers, the deployment is the cause'
      : 'revert it; if it is the cause, the problem ends within minutes'
  const check: DirectAnswer[] = raised.length === 0 ? [] : [{ text: `To confirm: ${undo}.`, topic: 'check', evidence }]
  return [
    {
      text: first,
      evidence,
      at,
      ...(raised.length + unsure.length > 0 && { isOfCause: true as const }),
      ...(isPrompt && { blames: newest.change_id, conclusion: concludeOn(newest, rival) }),
    },
    ...(shown.length > 0 ? shown.slice(0, shownMax) : usual).map((one) => ({ text: describeLevels(one), evidence })),
    ...(isPrompt && !rival ? remedyOf(newest, { version, evidence }) : []),
    ...check,
  ]
}

/** A large rise that too few requests show to be no coincidence. */
function isUnsure({ finding, measure, before, after }: Comparison): boolean {
  const [low, high] = [before ?? 0, after ?? 0]
  if (finding !== 'unchanged' && finding !== 'weak') return false
  if (measure === 'failed_requests') return high >= unsureRatio && high >= 2 * low
  return measure === 'latency_p95' && low > 0 && high >= 2 * low
}

/** A prompt rise with no other change nearby is what the deployment watch calls bad. */
function concludeOn(change: Change, rival: boolean): NonNullable<DirectAnswer['conclusion']> {
  const { change_id: id, kind, details } = change
  if (rival || kind === 'status') return { verdict: 'suspect', remediation: 'none', confidence: suspectConfidence }
  const sha = typeof details['commit_sha'] === 'string' ? details['commit_sha'] : null
  return {
    verdict: 'bad',
    cause: { kind, commit_sha: sha, change_id: id, mechanism: 'Things got worse within minutes of it.' },
    remediation: remedies[kind],
    confidence: 1 - policy.badProbability,
  }
}

const remedies = {
  deployment: 'rollback',
  commit: 'rollback',
  flag: 'feature-flag-disable',
  config: 'config-revert',
  infrastructure: 'config-revert',
  other: 'rollback',
} as const

function remedyOf(
  { kind, service, title }: Change,
  { version, evidence }: { version: string | null; evidence: readonly string[] },
): DirectAnswer[] {
  const to = version === null ? '' : ` to ${version}`
  const text =
    kind === 'deployment'
      ? `Roll back ${service ?? 'the deployment'}${to}.`
      : `Revert ${changeKindNames[kind]} "${firstLine(title)}".`
  return [{ text, topic: 'remedy', evidence }]
}

/** The version that ran before a deployment. */
function versionBefore({ changes }: QuestionContext['facts'], { change_id: id }: Change): string | null {
  return findVersionBefore(changes, [id])
}

const shownMax = 4

function describeLevels({ service, measure, before, after }: Comparison): string {
  const level = (value: number | null) => {
    if (measure === 'failed_requests') return formatLevel('ratio', value ?? 0)
    return measure === 'latency_p95' ? formatLevel('ms', value ?? 0) : formatLevel('', value ?? 0)
  }
  const [was, is] = [level(before), level(after)]
  return `${measureNames[measure]} on ${service} ${was === is ? `stayed at ${is}` : `went from ${was} to ${is}`}.`
}
