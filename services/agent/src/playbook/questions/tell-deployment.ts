import { hourMs, minuteMs, queryServices, type Change } from '@signalbox/contracts'
import type { Questions } from '../../facts/questions.js'
import type { TimeWindow } from '../../investigation/time-window.js'
import { compareServices, type Comparison } from '../../watch/compare-service.js'
import { policy } from '../../watch/policy.js'
import { readMinutes } from '../../watch/read-minutes.js'
import { countThings } from '../../wording/count-things.js'
import { clockOn } from '../report/assertions.js'
import { toIso } from '../report/evidence.js'
import { nameOfRival } from '../report/rivals.js'
import { formatLevel } from '../text/format-level.js'
import type { Asked, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks = /^\W*(did|does|do|has|have|is|are|was|were|could|can|may|might)\b/i
const isDeployment = /\b(deploy(ed|ments?|s|ing)?|releases?d?|roll-?outs?|rolled out|shipped|version)\b/i
const isEffect =
  /\b(worse|better|br(ea|o)k(s|en|e)?|caus(e[sd]?|ing)|harm(ed|s)?|hurt|affect(s|ed)?|impact(ed)?|fail(s|ed|ing)?|slow(er|ed)?|ok|okay|fine|healthy|well|good|bad|safe|to blame|regress(ed|ion)?)\b/i
/** So long before and after it is compared. */
const comparedMs = hourMs
const minutesMin = 3

/** `did the deployment of cart make it worse?`: the newest deployment, and what it moved. */
export const aboutDeployment: QuestionKind = {
  isAsked: ({ question }) => asks.test(question) && isDeployment.test(question) && isEffect.test(question),
  tell: tellDeployment,
}

async function tellDeployment({ facts, scene, asOf }: Asked, questions: Questions): Promise<DirectAnswer[]> {
  const { changes, changesEvidence, alert } = facts
  const asked = alert.service
  const of = asked === null ? '' : ` of ${asked}`
  const [newest] = changes
    .filter(({ kind, service }) => kind === 'deployment' && (asked === null || service === asked))
    .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : -1))
  if (newest === undefined)
    return [{ text: `No deployment${of} is recorded for the last week.`, evidence: changesEvidence }]
  const at = Math.floor(Date.parse(newest.occurred_at) / minuteMs) * minuteMs
  const name = `${nameOfRival({ change: newest })}${newest.service === null ? '' : ` of ${newest.service}`} at ${clockOn(at, asOf)}`
  const window = { start: at - comparedMs, end: Math.floor(Math.min(asOf, at + comparedMs) / minuteMs) * minuteMs }
  if (window.end - at < minutesMin * minuteMs)
    return [{ text: `It is too early to tell: ${name} is only minutes old.`, evidence: changesEvidence, at }]
  const answer = await questions.ask(
    queryServices,
    { query: { start: toIso(window.start), end: toIso(window.end), interval_seconds: minuteMs / 1_000 } },
    { what: 'services', summary: ({ services }) => `Minutes of ${countThings(services.length, 'service')}` },
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
  return sayEffect(compared, { newest, name, window, at, evidence: [...changesEvidence, answer.evidenceId] })
}

interface Told {
  newest: Change
  name: string
  window: TimeWindow
  at: number
  evidence: readonly string[]
}

function sayEffect(compared: readonly Comparison[], { newest, name, window, at, evidence }: Told): DirectAnswer[] {
  if (compared.length === 0)
    return [{ text: `Whether ${name} made it worse cannot be told: no requests or errors are known.`, evidence, at }]
  const raised = compared.filter(({ finding }) => finding === 'raised')
  const passed = compared.filter(({ finding }) => finding === 'passed')
  const within = `within ${Math.round((window.end - at) / minuteMs)} min`
  const shown = raised.length > 0 ? raised : passed
  const first =
    raised.length > 0
      ? `Yes, it got worse with ${name}.`
      : passed.length > 0
        ? `For a time: it got worse after ${name}, and better again ${within}.`
        : `No: nothing got worse ${within} of ${name}.`
  const usual = compared.filter(({ service, measure }) => service === newest.service && measure === 'failed_requests')
  const check: DirectAnswer[] =
    raised.length === 0
      ? []
      : [
          {
            text: 'To be sure, roll it back on one instance: if it is to blame, that one recovers.',
            evidence,
          },
        ]
  return [
    { text: first, evidence, at, ...(raised.length > 0 && { isOfCause: true as const }) },
    ...(shown.length > 0 ? shown.slice(0, shownMax) : usual).map((one) => ({ text: sayLevels(one), evidence })),
    ...check,
  ]
}

const shownMax = 4

function sayLevels({ service, measure, before, after }: Comparison): string {
  const level = (value: number | null) => {
    if (measure === 'failed_requests') return formatLevel('ratio', value ?? 0)
    return measure === 'latency_p95' ? formatLevel('ms', value ?? 0) : formatLevel('', value ?? 0)
  }
  return `${subjects[measure]} of ${service}: ${level(before)} before, ${level(after)} after.`
}

const subjects = {
  failed_requests: 'Failed requests',
  error_events: 'Errors a minute',
  latency_p95: 'Duration of requests, 95th percentile,',
  restarts: 'Restarts a minute',
} as const satisfies Record<Comparison['measure'], string>
