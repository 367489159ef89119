import {
  compileGroupingRules,
  createRuleBudget,
  findRuleFaults,
  groupEvent,
  isJsonObject,
  normalizeEvent,
  type EventInput,
  type GroupingRules,
} from '@signalbox/sentry-events'
import { expect } from 'chai'
import type { Random } from '../support/random.js'
import { mutateField, mutateText } from './mutations.js'
import type { FuzzSubject } from './subject.js'

const fingerprintLines = [
  'type:Error path:**/app/*.js -> cart, {{ function }} title="Cart {{ value }}"',
  'message:"*timed out*" !release:1.* tags.region:eu-? -> timeouts',
  '!function:main package:**/*.so family:native,javascript -> {{ default }}, {{ tags.region }}',
] as const
const inAppLines = [
  'path:**/node_modules/@shop/** +app -group',
  'module:com.shop.generated.* app:yes -app',
  'function:"with spaces" family:other +group # why',
] as const

function rulesOf(random: Random): GroupingRules {
  const linesOf = (lines: readonly [string, ...string[]]) =>
    Array.from({ length: random.integer(1, 5) }, () => mutateText(random.pick(lines), random)).join('\n')
  const settings = { fingerprint_rules: linesOf(fingerprintLines), in_app_rules: linesOf(inAppLines) }
  for (const { line, detail } of findRuleFaults(settings)) expect(`${line} ${detail}`).to.match(/^\d+ ./)
  return compileGroupingRules(settings)
}

const source = { organizationId: 'organization', project: { id: 'project', number: 42, name: 'shop' } }
const known: Omit<EventInput, 'payload'> = {
  ...source,
  receivedAt: Date.UTC(2026, 10, 21, 2, 10),
  sentAt: undefined,
  headerEventId: undefined,
  fallbackEventId: 'f'.repeat(32),
  sdk: undefined,
  clientIp: undefined,
  userAgent: undefined,
}

/** Damaged rules on damaged events: an event is grouped the same way alone and after others that had the same texts. */
export const rules: FuzzSubject = {
  name: 'damaged grouping rules',
  rounds: 200,
  round: ({ events }, random) => {
    const compiled = rulesOf(random)
    const shared = createRuleBudget()
    const original = events[random.integer(0, events.length - 1)]!
    const damaged = mutateField(original, random).json
    for (const payload of [original, damaged, original]) {
      if (!isJsonObject(payload)) continue
      const event = normalizeEvent(payload, { ...known, payload })
      const [alone, after] = [groupEvent(event, compiled), groupEvent(event, compiled, shared)]
      expect(after.fingerprint).to.equal(alone.fingerprint)
      expect(after.fingerprint).to.match(/^[0-9a-f]{32}$/)
    }
  },
}
