import { dayMs } from '@signalbox/contracts'
import { isStore } from '../text/store-names.js'
import { roughDuration } from '../../wording/durations.js'
import { suspectConfidence, type QuestionContext, type DirectAnswer, type QuestionKind } from './direct-answer.js'
import { namedServices } from './named-services.js'
import { findResources, type Resource } from './resources.js'

const asks =
  /\b(full|fill(s|ing|ed)?( up)?|run(s|ning)? out|out of (space|disk|memory|connections)|(enough|free|how much) (space|disk|memory)|exhaust(ed|ing)?|saturated)\b/i
const storeWords = /\b(databases?|db|stores?|caches?|queues?|brokers?)\b/i
/** Words in a question, and the words in metric names that they refer to. */
const meant: readonly (readonly [asked: RegExp, name: RegExp])[] = [
  [/\b(disks?|space|storage|volumes?)\b/i, /disk|storage|volume|\bfs\b|filesystem|inode|tablespace|wal/],
  [/\b(memory|ram|heap)\b/i, /mem|heap|rss/],
  [/\b(connections?|pools?)\b/i, /connection|pool/],
  [/\bcpu\b/i, /cpu/],
]
const fullMin = 0.95
const nearlyMin = 0.8
const foreseenMs = 7 * dayMs
/** What fills sooner deserves attention today. */
const soonMs = dayMs
const shownMax = 4

/** `is the database full?`: utilization of limited resources, and when they run out. */
export const aboutExhaustion: QuestionKind = {
  isAsked: ({ question }) => asks.test(question),
  answer: describeFullness,
}

function describeFullness({ question, facts }: QuestionContext): DirectAnswer[] {
  const named = namedServices(question, facts)
  const isAsked = (service: string) =>
    named.length > 0 ? named.includes(service) : !storeWords.test(question) || isStore(service)
  const [, wanted] = meant.find(([asked]) => asked.test(question)) ?? []
  const found = findResources(facts)
    .filter(({ service, name }) => isAsked(service) && (wanted === undefined || wanted.test(name)))
    .sort((a, b) => b.share - a.share)
  const whose =
    named.length > 0 ? named.join(', ') : storeWords.test(question) ? 'a database, cache or queue' : 'anything'
  const [fullest] = found
  if (fullest === undefined)
    return [
      {
        text: `Signalbox cannot tell whether ${whose} is full, because no metric reports its usage. Send its usage and capacity as metrics, such as "disk_used_bytes" and "disk_capacity_bytes".`,
        evidence: [],
      },
    ]
  return found.slice(0, shownMax).map((one, index) => toAnswer(one, index === 0 ? fullest : undefined))
}

/** @param fullest If it is `one`, the answer starts with the conclusion. */
function toAnswer(one: Resource, fullest: Resource | undefined): DirectAnswer {
  const { service, name, share, usedText, capacityText, fullInMs = Infinity } = one
  const verdict =
    fullest === undefined
      ? ''
      : one.share >= fullMin
        ? 'Yes, it is full: '
        : one.share >= nearlyMin
          ? 'Nearly: '
          : fullInMs <= soonMs
            ? 'Not yet: '
            : 'No: '
  const of = capacityText === '' ? '' : ` (${usedText} of ${capacityText})`
  const end = fullInMs > foreseenMs ? '' : `; at this rate it will be full in about ${roughDuration(fullInMs)}`
  return {
    text: `${verdict}${service} uses ${Math.round(share * 1_000) / 10} % of its ${name}${of}${end}.`,
    evidence: one.evidence,
    ...(share >= fullMin && {
      isTrouble: true as const,
      conclusion: { verdict: 'suspect' as const, remediation: 'scale' as const, confidence: suspectConfidence },
    }),
  }
}
