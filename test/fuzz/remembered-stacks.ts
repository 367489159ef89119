import { createRuleBudget, StackMemory, type EventInput } from '@signalbox/sentry-events'
import { processEvent } from '../../services/consumer/src/kinds/error/process-event.js'
import { defaultProjectRules } from '../../services/consumer/src/project/project-rules.js'
import { mutateField } from './mutations.js'
import type { FuzzSubject } from './subject.js'

/** Small enough for constant eviction. */
const memoryBytes = 100_000
const stacks = new StackMemory(memoryBytes)
const noStacks = new StackMemory(0)

const known: Omit<EventInput, 'payload'> = {
  organizationId: 'organization',
  project: { id: 'project', number: 42, name: 'shop' },
  receivedAt: Date.UTC(2026, 10, 21, 2, 10),
  sentAt: undefined,
  headerEventId: undefined,
  fallbackEventId: 'f'.repeat(32),
  sdk: undefined,
  clientIp: '203.0.113.7',
  userAgent: undefined,
}

function rowOf(payload: unknown, memory: StackMemory): string {
  const scope = { rules: defaultProjectRules, ruleBudget: createRuleBudget(), stacks: memory }
  return JSON.stringify(processEvent({ ...known, payload }, scope))
}

/** Damaged and valid events mixed: each yields the same row as without remembered stacks. */
export const rememberedStacks: FuzzSubject = {
  name: 'events with stacks that were seen before',
  round: ({ events }, random) => {
    const original = events[random.integer(0, events.length - 1)]!
    const { json, pointer } = mutateField(original, random)
    for (const payload of [original, json, json, original, json]) {
      const [remembered, anew] = [rowOf(payload, stacks), rowOf(payload, noStacks)]
      if (remembered !== anew) throw new Error(`${pointer}: ${remembered}\nis not\n${anew}`)
    }
  },
}
