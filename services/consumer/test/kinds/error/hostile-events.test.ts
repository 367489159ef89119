import { expect } from 'chai'
import { eventLevels, limits } from '@signalbox/contracts'
import { createRuleBudget, readEventJson, StackMemory } from '@signalbox/sentry-events'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import { createRandom, type Random } from '../../../../../test/support/random.js'
import { defaultProjectRules } from '../../../src/project/project-rules.js'
import { processEvent } from '../../../src/kinds/error/process-event.js'
import { eventInput, receivedAt, rowOf } from './event-input.js'
import { readRecordedEvents } from './recorded-events.js'

const hex32 = /^[0-9a-f]{32}$/
const unstorable = /\p{Surrogate}/u

const names = [
  'exception',
  'values',
  'type',
  'value',
  'stacktrace',
  'frames',
  'function',
  'filename',
  'mechanism',
  'exception_id',
  'parent_id',
  'is_exception_group',
  'threads',
  'logentry',
  'message',
  'params',
  'formatted',
  'tags',
  'user',
  'ip_address',
  'request',
  'headers',
  'data',
  'contexts',
  'trace',
  'breadcrumbs',
  'timestamp',
  'fingerprint',
  'level',
  'platform',
  'sdk',
  'extra',
  '__proto__',
  'constructor',
  'toString',
  'länge \ud800',
] as const

const scalars = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  1.5,
  '',
  ' ',
  'text',
  '\0',
  '\ud800',
  'x'.repeat(9_000),
  '💥'.repeat(300),
  '%s %(a)s {} {0} %%',
  '{{ default }} {{ tags.a }}',
  '{{auto}}',
  'https://a.example.com/?a=%E0%A4%A',
  '{"a":',
  'class@anonymous\0::f',
  '2026-01-10T12:00:00',
  'javascript',
  'java',
  'native',
  'a<b<c(',
] as const

function randomValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? 0 : random.integer(0, 3)
  if (kind <= 1) return random.pick(scalars)
  const size = random.integer(0, 4)
  if (kind === 2) return Array.from({ length: size }, () => randomValue(random, depth - 1))
  return Object.fromEntries(Array.from({ length: size }, () => [random.pick(names), randomValue(random, depth - 1)]))
}

/** Randomly replaces values by others of any type. */
function mutate(value: unknown, random: Random): unknown {
  if (random.next() < 0.03) return randomValue(random, 3)
  if (Array.isArray(value)) return value.map((element) => mutate(element, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mutate(field, random)]))
}

function expectValid(row: EventRow): void {
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'string' && unstorable.test(value)) throw new Error(`${column} cannot be stored`)
  }
  expect(
    Object.entries(row.tags)
      .flat()
      .some((text) => unstorable.test(text)),
  ).to.equal(false)
  expect(row.event_id).to.match(hex32)
  expect(row.fingerprint).to.match(hex32)
  expect(row.level).to.be.oneOf([...eventLevels])
  expect(row.title).to.not.equal('')
  expect(row.timestamp).to.be.within(receivedAt - 31 * 86_400_000, receivedAt + 60_000)
  expect(Number.isInteger(row.timestamp)).to.equal(true)
  expect(row.exception_value.length).to.be.at.most(limits.event.exceptionValueLengthMax)
  expect(Buffer.byteLength(row.payload)).to.be.at.most(limits.event.payloadBytesMax)
  const texts = JSON.stringify([JSON.parse(row.payload), JSON.parse(row.grouping_components)])
  expect(texts).to.not.match(/\\ud[89a-f]/i)
  if (row.user !== '') expect(JSON.parse(row.user)).to.be.an('object')
}

function processed(payload: unknown): EventRow | undefined {
  const result = processEvent(eventInput(payload))
  return result.ok ? result.row : undefined
}

function nested(levels: number, open: string, close: string): unknown {
  return JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`)
}

describe('hostile events', () => {
  it('yield a valid row, whatever the fields contain', async () => {
    const random = createRandom(20_260_110)
    const recorded = (await readRecordedEvents()).map(({ input }) => input.payload)
    const end = performance.now() + 2_000
    for (let round = 0; performance.now() < end; round++) {
      const payload =
        round % 2 === 0
          ? Object.fromEntries(names.map((name) => [name, randomValue(random, 5)]))
          : mutate(recorded[round % recorded.length], random)
      const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
      const row = processed(payload)
      expect(row !== undefined, `round ${round}`).to.equal(isObject)
      if (row) expectValid(row)
    }
  })

  it('yield the same row as without remembered stacks', async () => {
    const random = createRandom(20_261_123)
    const recorded = (await readRecordedEvents()).map(({ input }) => input.payload)
    const [memory, forgetful] = [new StackMemory(), new StackMemory(0)]
    const rowBy = (bytes: Uint8Array, stacks: StackMemory) => {
      const reading = readEventJson(bytes, stacks)
      const payload = reading.ok ? reading.value : undefined
      return processEvent(eventInput(payload), { rules: defaultProjectRules, ruleBudget: createRuleBudget(), stacks })
    }
    const end = performance.now() + 2_000
    for (let round = 0; performance.now() < end; round++) {
      const sent = recorded[random.integer(0, recorded.length - 1)]
      const bytes = Buffer.from(JSON.stringify(round % 2 === 0 ? sent : mutate(sent, random)))
      expect(rowBy(bytes, memory), `round ${round}`).to.deep.equal(rowBy(bytes, forgetful))
    }
  })

  it('never exhaust the stack, however deep a field is nested', () => {
    for (const deep of [nested(50_000, '[', ']'), nested(50_000, '{"values":', '}')]) {
      for (const name of names) expectValid(rowOf({ [name]: deep }))
      expectValid(rowOf({ exception: [{ value: deep, stacktrace: { frames: [{ vars: { deep } }] } }] }))
      expectValid(rowOf({ logentry: { message: '%s', params: [deep] }, request: { data: deep, headers: deep } }))
    }
  })

  it('take time linear in their size', () => {
    const frame = (index: number) => ({
      function: `${'a<(. '.repeat(100)}${index}`,
      filename: '/a'.repeat(250),
      in_app: true,
    })
    const frames = Array.from({ length: 1_800 }, (_, index) => frame(index))
    const group = (index: number) => ({ exception_id: index, parent_id: 0, is_exception_group: true })
    const values = Array.from({ length: 20_000 }, (_, index) => ({ value: '1a ', mechanism: group(index) }))
    const events = [
      ...['java', 'native', 'javascript', 'ruby', 'php'].map((platform) => ({
        platform,
        exception: { type: 'E', stacktrace: { frames } },
      })),
      { exception: { values } },
      { fingerprint: ['{{'.repeat(500_000)] },
      { fingerprint: Array.from({ length: 200_000 }, () => 'a') },
      { tags: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])) },
      { extra: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])) },
      { message: 'a@'.repeat(500_000) },
      { request: { url: '?#'.repeat(300_000), data: 'a='.repeat(300_000), query_string: '&='.repeat(300_000) } },
      { request: { headers: Array.from({ length: 200_000 }, () => ['a', 'b']) } },
    ]
    for (const [index, event] of events.entries()) {
      // Processor time, generous for slow machines: nonlinear work would take minutes.
      const start = process.cpuUsage()
      const row = rowOf(event)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1_000, `milliseconds of event ${index}`).to.be.lessThan(10_000)
      expectValid(row)
    }
  })
})
