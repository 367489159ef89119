import { clock } from '../report/clock.js'
import { dayMs, hourMs, minuteMs, type Change } from '@signalbox/contracts'
import { countThings } from '../../wording/count-things.js'
import { changeKindNames } from '../../wording/change-kind-names.js'
import { splitWords } from '../text/words.js'
import { nameOfRival } from '../report/rivals.js'
import { placeOfName } from '../../facts/read-alert.js'
import { countElsewhere } from './count-elsewhere.js'
import type { QuestionContext, DirectAnswer, QuestionKind } from './direct-answer.js'

const asks =
  /\b(who|what|which|when|did|has|have|was|were|any|list|show)\b.{0,40}\b(change[sd]?|deploy(ed|ments?|s)?|commits?|releases?d?|ship(ped)?|touch(ed)?|toggled?|flip(ped)?|merged?|roll(ed)? out)\b/i
const asksDeployments = /\b(deploy|releas|ship|roll(ed)? out)/i
const asksOther = /\b(change|commit|touched)/i
const asksFlags = /\b(flags?|toggles?|toggled|flipped)\b/i
const asksConfig = /\bconfig(uration)?s?\b/i
const asksLast =
  /\b(last|latest|newest)\s+(change|deploy|commit|releas)|^\W*who\b|\b(changed|deployed|released|shipped)\s+last\b/i
const asksWho = /^\W*who\b/i
const shownMax = 8

/** `what changed since yesterday in checkout?`: recorded changes, newest first. */
export const aboutChanges: QuestionKind = {
  isAsked: ({ question }) => asks.test(question),
  answer: describeChanges,
}

function describeChanges({ question, facts, scene, asOf }: QuestionContext): DirectAnswer[] {
  const { changes, changesEvidence, alert, services } = facts
  const { since, words } = readSince(question, asOf)
  const service = alert.service
  const kind = kindOf(question)
  const one = kind === null ? 'change' : changeKindNames[kind]
  const author = readAuthor(question, changes)
  const own = new Set(changes.flatMap((change) => (change.author === author ? [change.id] : [])))
  const subject = service !== null && services.includes(service) ? service : null
  const asked = changes
    .filter(
      (change) =>
        (kind === null || change.kind === kind) &&
        (author === null || change.author === author || own.has(shaOf(change))) &&
        Date.parse(change.occurred_at) >= since,
    )
    .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : a.occurred_at > b.occurred_at ? -1 : 0))
  const found = asked.filter((change) => subject === null || isChangeTo(change, subject))
  const others = asked.filter((change) => !found.includes(change))
  const elsewhere = subject === null ? null : countElsewhere(subject, { scene, changes: others })
  const where = service === null ? '' : ` ${one === 'deployment' ? 'of' : 'to'} ${service}`
  const by = author === null ? '' : ` by ${author}`
  const more = found.length > shownMax ? ` The newest ${shownMax} follow.` : ''
  const order = found.length > 3 && more === '' ? ', the newest first' : ''
  const have = (count: number) =>
    words.startsWith('since') ? (count === 1 ? 'has been' : 'have been') : count === 1 ? 'was' : 'were'
  const shown = found.slice(0, asksLast.test(question) ? 1 : shownMax)
  const sum =
    found.length === 0
      ? `No ${one}${where}${by} ${have(1)} recorded ${words}.`
      : `${countThings(found.length, one)}${where}${by} ${have(found.length)} recorded ${words}${order}.${more}`
  return [
    ...(shown.length > 0 && asksLast.test(question) ? [] : [{ text: sum, evidence: changesEvidence, at: since }]),
    ...shown.map((change) => ({
      text: `${dateOf(change)}: ${nameOfRival({ change })}${change.service === null ? '' : ` on ${change.service}`}${change.author === null ? '' : ` by ${change.author}`}.`,
      evidence: changesEvidence,
      at: Date.parse(change.occurred_at),
    })),
    ...(elsewhere === null || asksLast.test(question) ? [] : [{ text: elsewhere, evidence: changesEvidence }]),
    ...(asksWho.test(question) && shown[0]?.author === null
      ? [{ text: 'Its author is not recorded.', evidence: changesEvidence }]
      : []),
  ]
}

/** The kind of change in question; null for any. */
function kindOf(question: string): Change['kind'] | null {
  if (asksFlags.test(question)) return 'flag'
  if (asksConfig.test(question)) return 'config'
  return asksDeployments.test(question) && !asksOther.test(question) ? 'deployment' : null
}

/** The commit that a deployment delivers; empty if it is unknown. */
function shaOf({ details }: Change): string {
  const sha = details['commit_sha']
  return typeof sha === 'string' ? sha : ''
}

/** The author whom a question names: `ada` in `what did ada deploy today?`. */
function readAuthor(question: string, changes: readonly Change[]): string | null {
  const asked = new Set(splitWords(question))
  const isNamed = (author: string) => splitWords(author).some((word) => word.length > 2 && asked.has(word))
  return changes.find(({ author }) => author !== null && isNamed(author))?.author ?? null
}

/**
 * A change belongs to its service, and to those whose folders or files it touches. One that names no service also belongs
 * to those in its title: configuration is often kept in a repository of its own.
 */
function isChangeTo({ service, files, title }: Change, name: string): boolean {
  if (service === name || files.some((path) => path.split('/').some((part) => isOf(part, name)))) return true
  return service === null && placeOfName(title, name) !== -1
}

/** True for `checkout`, `checkout.yaml` and `checkout.prod.yaml`, but not for `checkout-worker`. */
function isOf(part: string, name: string): boolean {
  return part === name || part.startsWith(`${name}.`)
}

function dateOf({ occurred_at: at }: Change): string {
  return `${at.slice(0, 10)} ${clock(Date.parse(at))}`
}

/** Parses the time since which changes are requested; one day if the question names none. */
function readSince(question: string, now: number): { since: number; words: string } {
  const [, count = '1', unit = ''] =
    /\b(?:last|past|since|in the last|this)\s+(?:(\d+)\s*)?(hour|day|week|minute)s?\b/i.exec(question) ?? []
  const units: Readonly<Record<string, number>> = { minute: minuteMs, hour: hourMs, day: dayMs, week: 7 * dayMs }
  const size = units[unit.toLowerCase()]
  if (size !== undefined) {
    const number = Number(count)
    return {
      since: now - number * size,
      words: `in the last ${number === 1 ? unit.toLowerCase() : countThings(number, unit.toLowerCase())}`,
    }
  }
  const midnight = Math.floor(now / dayMs) * dayMs
  if (/\byesterday\b/i.test(question)) return { since: midnight - dayMs, words: 'since yesterday 00:00 UTC' }
  if (/\btoday\b/i.test(question)) return { since: midnight, words: 'since 00:00 UTC today' }
  return { since: now - dayMs, words: 'in the last 24 hours' }
}
