import { dayMs, hourMs, type Change } from '@signalbox/contracts'
import type { FactPack } from '../../facts/fact-pack.js'
import { countThings } from '../../wording/count-things.js'
import { clock } from '../report/assertions.js'
import { nameOfRival } from '../report/rivals.js'
import type { DirectAnswer } from './direct-answer.js'

const asks =
  /\b(what|which|did|has|have|any|list|show)\b.{0,40}\b(change[sd]?|deploy(ed|ments?|s)?|commits?|releases?d?|shipped)\b/i
const shownMax = 8

/** `what changed since yesterday in checkout?`: what is recorded, the newest first. */
export function tellChanges(
  question: string,
  { changes, changesEvidence, alert, window, services }: FactPack,
): DirectAnswer[] {
  if (!asks.test(question)) return []
  const { since, words } = readSince(question, window.end)
  const service = alert.service
  const isAsked = (change: Change) =>
    Date.parse(change.occurred_at) >= since &&
    (service === null || !services.includes(service) || change.service === service || touches(change, service))
  const found = changes
    .filter(isAsked)
    .sort((a, b) => (a.occurred_at < b.occurred_at ? 1 : a.occurred_at > b.occurred_at ? -1 : 0))
  const where = service === null ? '' : ` of ${service}`
  const more = found.length > shownMax ? `, of which these are the newest ${shownMax}` : ''
  const sum =
    found.length === 0
      ? `No change${where} is recorded ${words}.`
      : `${countThings(found.length, 'change')}${where} ${found.length === 1 ? 'is' : 'are'} recorded ${words}${more}.`
  return [
    { text: sum, evidence: changesEvidence, at: since },
    ...found.slice(0, shownMax).map((change) => ({
      text: `${dateOf(change)}: ${nameOfRival({ change })}${change.service === null ? '' : ` on ${change.service}`}${change.author === null ? '' : ` by ${change.author}`}.`,
      evidence: changesEvidence,
      at: Date.parse(change.occurred_at),
    })),
  ]
}

/** A commit is of the services whose folders it touches. */
function touches({ files }: Change, service: string): boolean {
  return files.some((path) => path.split('/').includes(service))
}

function dateOf({ occurred_at: at }: Change): string {
  return `${at.slice(0, 10)} ${clock(Date.parse(at))}`
}

/** From when on changes are asked for; a day back where nothing says so. */
function readSince(question: string, now: number): { since: number; words: string } {
  const [, count = '1', unit = ''] =
    /\b(?:last|past|since|in the last)\s+(\d+)?\s*(hour|day|week|minute)s?\b/i.exec(question) ?? []
  const units: Readonly<Record<string, number>> = { minute: 60_000, hour: hourMs, day: dayMs, week: 7 * dayMs }
  const size = units[unit.toLowerCase()]
  if (size !== undefined) {
    const number = Number(count)
    return { since: now - number * size, words: `for the last ${countThings(number, unit.toLowerCase())}` }
  }
  const midnight = Math.floor(now / dayMs) * dayMs
  if (/\byesterday\b/i.test(question)) return { since: midnight - dayMs, words: 'since yesterday, 00:00 UTC' }
  if (/\btoday\b/i.test(question)) return { since: midnight, words: 'since today, 00:00 UTC' }
  return { since: now - dayMs, words: 'for the last day' }
}
