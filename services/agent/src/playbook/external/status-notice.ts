import type { Change } from '@signalbox/contracts'
import type { Scene } from '../scene/scene.js'
import { shorten } from '../text/shorten.js'
import { distinctiveWords } from '../text/words.js'
import type { ExternalCause } from './signature.js'
import { messageSignals } from './message-signals.js'

/** A notice counts if it began at most this long before the onset, or this long after it. */
const beforeMsMax = 40 * 60_000
const afterMsMax = 15 * 60_000

/** A provider we depend on reports an incident. */
export function findStatusNotice(scene: Scene): ExternalCause | undefined {
  const { facts, onset } = scene
  if (onset === null) return undefined
  const said = distinctiveWords(
    `${facts.alert.text} ${messageSignals(scene)
      .map(({ text }) => text)
      .join(' ')}`,
  )
  const candidates = facts.changes
    .filter((change) => change.kind === 'status' && isNear(change, onset) && isTrouble(change, facts.changes))
    .map((change) => ({ change, shared: [...distinctiveWords(textOf(change))].filter((word) => said.has(word)) }))
    .sort((a, b) => b.shared.length - a.shared.length)
  const [best] = candidates
  if (!best) return undefined
  return {
    name: 'status-notice',
    sentence: `a status notice reports "${shorten(noticeText(best.change).replaceAll('"', "'"))}"`,
    weight: best.shared.length > 0 ? 2.6 + Math.min(1.2, 0.4 * best.shared.length) : 1.2,
    remediation: isPlace(textOf(best.change)) ? 'failover' : 'escalate-upstream',
    changeId: best.change.change_id,
    evidence: facts.changesEvidence,
  }
}

function isNear({ occurred_at: at }: Change, onset: number): boolean {
  const lead = onset - Date.parse(at)
  return lead <= beforeMsMax && lead >= -afterMsMax
}

/** Notices of recovery, completed maintenance and the like don't announce a problem. */
function isTrouble(change: Change, all: readonly Change[]): boolean {
  const state = `${stateOf(change)} ${change.title}`
  if (/resolved|operational|completed|scheduled|postmortem|healthy|up to date|\bok\b/i.test(state)) return false
  const later = all.filter(
    (other) =>
      other.kind === 'status' &&
      other.change_id !== change.change_id &&
      Date.parse(other.occurred_at) >= Date.parse(change.occurred_at),
  )
  return !later.some((other) => isRecoveryOf(other, change))
}

/** The same source reported recovery before the incident could have had an effect. */
function isRecoveryOf(other: Change, change: Change): boolean {
  const quick = Date.parse(other.occurred_at) - Date.parse(change.occurred_at) < 60_000
  return quick && /resolved|operational/i.test(`${stateOf(other)} ${other.title}`)
}

function stateOf({ details }: Change): string {
  return typeof details['status'] === 'string' ? details['status'] : ''
}

function textOf({ title, details }: Change): string {
  return `${title} ${Object.values(details)
    .filter((value) => typeof value === 'string')
    .join(' ')}`
}

function noticeText({ title, details }: Change): string {
  const detail = details['detail'] ?? details['description'] ?? details['message'] ?? details['body']
  return typeof detail === 'string' ? detail : title
}

/** A failed place of our own can be evacuated; a broken provider cannot. */
function isPlace(text: string): boolean {
  return /availability zone|\bzone\b|\baz\b|\bregion\b|data ?cent(er|re)|power event|rack/i.test(text)
}
