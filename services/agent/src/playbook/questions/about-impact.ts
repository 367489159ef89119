import { countThings, listWords } from '../../wording/count-things.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { clockOn } from '../report/clock.js'
import { findBlastRadius } from '../report/blast-radius.js'
import type { Signal } from '../signals/signal.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'

const asksOne = /^\W*(is|are|was|were)\b.{1,60}\b(affected|hit|impacted)\b/i
const asksAll =
  /\bblast radius\b|\b(what|which|who|how many)\b.{0,40}\b(affected|hit|impacted)\b|\b(which|what)\b.{0,25}\b(culprit|guilty|to blame|bottleneck|(failed|broke|fails|breaks) first)\b|\bhow (far|wide|bad|serious|severe)\b/i
const asksFirst = /\b(culprit|guilty|to blame|bottleneck|first)\b/i
const asksBlame = /^\W*(is|was)\b.{1,60}\b(the (problem|culprit|bottleneck)|to blame|at fault|guilty|responsible)\b/i
/** People whom telemetry of services doesn't count. */
const people = /\bhow many (?:of (?:our|the|my) )?([a-z]+)\b/i
const shownMax = 3

/** `what is the blast radius?`, `is booking affected?`: which services the problem affects, and how. */
export const aboutImpact: QuestionKind = {
  isAsked: (about) => asksOne.test(about.question) || asksAll.test(about.question) || blamesOne(about),
  answer: describeImpact,
}

function describeImpact(about: QuestionContext): DirectAnswer[] {
  const { question, facts, scene, asOf } = about
  const { onset } = scene
  if (facts.gaps.length > 0 || facts.services.length === 0) return []
  const bad = onset === null ? [] : scene.signals.filter((signal) => signal.bad)
  const first = bad.length === 0 ? null : findFirstFailing(scene)
  if (onset === null || first === null)
    return [{ text: 'Nothing is affected: no service shows a sign of a problem.', evidence: [] }]
  const named = namedServices(question, facts)
  if (blamesOne(about)) return named.map((service) => describeBlame(service, { first, about }))
  if (asksOne.test(question)) return named.map((service) => describeOne(service, about))
  const began = worstOn(first, bad)
  const evidence = [...new Set(bad.map((signal) => signal.evidence))]
  if (asksFirst.test(question)) {
    const how = began === undefined ? '' : `: ${began.what}`
    return [{ text: `${first} failed first, at ${clockOn(onset, asOf)}${how}.`, evidence, at: onset, isOfCause: true }]
  }
  const hit = [first, ...findBlastRadius(scene, first)]
  const verb = hit.length === 1 ? 'service is' : 'services are'
  return [
    {
      text: `${hit.length.toLocaleString('en-US')} ${verb} affected: ${listWords(hit)}.`,
      evidence,
      isOfCause: true,
    },
    ...describePeople(question, about),
    ...hit.slice(0, shownMax).flatMap((service): DirectAnswer[] => {
      const worst = worstOn(service, bad)
      if (worst === undefined) return []
      return [{ text: `At ${clockOn(worst.at, asOf)}, ${worst.what}.`, evidence: [worst.evidence], at: worst.at }]
    }),
  ]
}

function describeOne(service: string, { scene, facts }: QuestionContext): DirectAnswer {
  const own = scene.signals.filter((signal) => signal.service === service)
  const worst = worstOn(service, own)
  if (worst === undefined)
    return {
      text: `No: nothing has changed on ${service} since the problem started.`,
      evidence: facts.operations.slice(0, 1).map(({ evidence }) => evidence),
      isOfCause: true,
    }
  return { text: `Yes: ${worst.what}.`, evidence: [worst.evidence], isOfCause: true }
}

function blamesOne({ question, facts }: QuestionContext): boolean {
  return asksBlame.test(question) && namedServices(question, facts).length > 0
}

function describeBlame(service: string, { first, about }: { first: string; about: QuestionContext }): DirectAnswer {
  const { scene, asOf } = about
  const { onset, affected, signals } = scene
  const began = onset === null ? '' : `, at ${clockOn(onset, asOf)}`
  const other = affected.has(service) ? `${service} is affected too` : `${service} shows no sign of a problem`
  return {
    text: `${first} failed first${began}${service === first ? '' : `; ${other}`}.`,
    evidence: [...new Set(signals.map(({ evidence }) => evidence))],
    ...(onset !== null && { at: onset }),
    isOfCause: true,
  }
}

function worstOn(service: string, signals: readonly Signal[]): Signal | undefined {
  return signals
    .filter((signal) => signal.service === service)
    .sort((a, b) => Number(b.bad) - Number(a.bad) || b.weight - a.weight)[0]
}

/** Says who can't be counted, if the question wants people counted. */
function describePeople(question: string, { facts }: QuestionContext): DirectAnswer[] {
  const [, who = ''] = people.exec(question) ?? []
  if (who === '' || /^(services?|components?|pods?|instances?)$/i.test(who)) return []
  const groups = facts.errorGroups.filter(({ state }) => state !== 'known')
  const text =
    groups.length === 0
      ? `Signalbox cannot count the ${who}, because no error names its user.`
      : `To count the ${who}, open the issues of its ${countThings(groups.length, 'new error')}.`
  return [{ text, evidence: groups.map(({ evidence }) => evidence) }]
}
