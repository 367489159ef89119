import { expect } from 'chai'
import { KnownFrames, normalizeEvent, readEventJson, readJson, StackMemory } from '../../src/index.js'
import { inputOf } from '../event-of.js'

const frames = '[{"function":"main","lineno":1},{"function":"pay","context_line":"run([{}])","lineno":7}]'
const stack = (sent = frames) => `{"frames":${sent}}`
const exception = (sent = frames) => `{"values":[{"type":"Error","stacktrace":${stack(sent)}}]}`
const eventOf = (fields: string, platform = 'node') => Buffer.from(`{"platform":"${platform}",${fields}}`)

/** Remembers the frames' stack. */
function warmMemory(): StackMemory {
  const memory = new StackMemory()
  for (let time = 0; time < 2; time += 1) normalize(eventOf(`"exception":${exception()}`), memory)
  return memory
}

function normalize(bytes: Buffer, memory: StackMemory) {
  const reading = readEventJson(bytes, memory)
  if (!reading.ok) throw new Error(reading.detail)
  const payload = reading.value as Record<string, unknown>
  return { payload, event: normalizeEvent(payload, inputOf(payload), memory) }
}

function expectReadAsWhole(bytes: Buffer): void {
  expect(readEventJson(bytes, warmMemory())).to.deep.equal(readJson(bytes))
}

describe('readEventJson', () => {
  it('does not parse frames of a remembered stack', () => {
    const { payload, event } = normalize(eventOf(`"exception":${exception()}`), warmMemory())
    expect(payload).to.have.nested.property('exception.values[0].stacktrace.frames').instanceOf(KnownFrames)
    expect(event.exceptions[0]?.stacktrace?.frames.map(({ function: name }) => name)).to.deep.equal(['main', 'pay'])
  })

  it('returns the same event as a complete parse, wherever its stacks are', () => {
    for (const fields of [
      `"exception":${exception()}`,
      `"exception":[{"type":"Error","raw_stacktrace":${stack()}}]`,
      `"threads":{"values":[{"id":1,"stacktrace":${stack()}},{"id":2,"stacktrace":${stack()}}]}`,
      `"stacktrace":${stack()},"message":"seven"`,
      `"exception":${exception()},"extra":{"stack":${stack()}}`,
      `"exception":${exception()},"exception":{"values":[]}`,
      `"exception":${exception(frames.replace('7', '8'))}`,
    ]) {
      const bytes = eventOf(fields)
      expect(normalize(bytes, warmMemory()).event, fields).to.deep.equal(normalize(bytes, new StackMemory(0)).event)
    }
  })

  it('parses known frames again for an event of another platform', () => {
    const bytes = eventOf(`"exception":${exception()}`, 'python')
    expect(normalize(bytes, warmMemory()).event).to.deep.equal(normalize(bytes, new StackMemory(0)).event)
  })

  it('parses known frames completely outside of stacks', () => {
    expectReadAsWhole(eventOf(`"extra":${stack()}`))
    expectReadAsWhole(eventOf(`"exception":${exception()},"extra":${stack()}`))
  })

  it('reports faults of invalid JSON like a complete parse', () => {
    expectReadAsWhole(Buffer.from(`{"exception":${exception()}`))
    expectReadAsWhole(Buffer.from(`{"exception":${exception()},"x":"frames":${frames}}`))
  })

  it('cuts values nested too deeply', () => {
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`
    expectReadAsWhole(eventOf(`"exception":${exception()},"extra":{"deep":${deep}}`))
  })
})
