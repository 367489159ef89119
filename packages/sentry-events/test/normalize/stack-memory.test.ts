import { expect } from 'chai'
import { keepWithStack, normalizeEvent, StackMemory, type NormalStacktrace } from '../../src/index.js'
import { inputOf } from '../event-of.js'

const frames = (name: string) => [{ function: name, filename: 'app.js', lineno: 7, in_app: true }]

function stackOf(sent: unknown, memory: StackMemory, platform = 'node'): NormalStacktrace | undefined {
  return read(sent, memory, platform).exceptions[0]?.stacktrace
}

function read(sent: unknown, memory: StackMemory, platform = 'node') {
  const payload = { platform, exception: { values: [{ type: 'Error', stacktrace: { frames: sent } }] } }
  return normalizeEvent(payload, inputOf(payload), memory)
}

describe('StackMemory', () => {
  it('returns the same object for frames seen twice', () => {
    const memory = new StackMemory()
    const [first, second, third] = [1, 2, 3].map(() => stackOf(frames('pay'), memory))
    expect(second).to.deep.equal(first)
    expect(third).to.equal(second)
  })

  it("distinguishes stacks by every field and by the event's platform", () => {
    const memory = new StackMemory()
    for (const platform of ['node', 'python']) {
      for (const name of ['pay', 'refund']) {
        for (let time = 0; time < 3; time += 1) {
          expect(stackOf(frames(name), memory, platform)).to.deep.equal(
            stackOf(frames(name), new StackMemory(0), platform),
          )
        }
      }
    }
  })

  it('reports faults in frames for each event that has them', () => {
    const memory = new StackMemory()
    const wrong = [{ function: 'pay', lineno: 'seven' }]
    const changes = [1, 2, 3].map(() => read(wrong, memory).changes)
    expect(changes[2]).to.deep.equal(changes[0]).and.to.have.length(1)
  })

  it('distinguishes out-of-range numbers from missing ones', () => {
    const memory = new StackMemory()
    const lineno = (value: string): unknown => JSON.parse(`[{ "function": "pay", "lineno": ${value} }]`)
    for (let time = 0; time < 3; time += 1) expect(read(lineno('null'), memory).changes).to.deep.equal([])
    expect(read(lineno('1e999'), memory).changes).to.have.length(1)
  })

  it('does not remember stacks with variables, which differ from event to event', () => {
    const memory = new StackMemory()
    const withVariables = [{ function: 'pay', vars: { order: 7 } }]
    const stacks = [1, 2, 3].map(() => stackOf(withVariables, memory))
    expect(stacks[2]).not.to.equal(stacks[1])
  })

  it('evicts the least recently used stack when it is full', () => {
    const memory = new StackMemory(8_000)
    const kept = [1, 2, 3].map(() => stackOf(frames('kept'), memory))[2]
    for (let other = 0; other < 100; other += 1) {
      stackOf(frames(`other ${other}`), memory)
      expect(stackOf(frames('kept'), memory)).to.equal(kept)
    }
    const large = frames('x'.repeat(500))
    stackOf(large, memory)
    stackOf(large, memory)
    expect(stackOf(frames('kept'), memory)).not.to.equal(kept)
  })

  it('keeps a bounded number of stacks, however short, because later steps cache texts with each', () => {
    const memory = new StackMemory(3 * 4_096)
    const keep = (name: string) => [1, 2].map(() => stackOf(frames(name), memory))[1]
    const kept = ['a', 'b', 'c', 'd'].map(keep)
    expect(stackOf(frames('d'), memory)).to.equal(kept[3])
    expect(stackOf(frames('a'), memory)).not.to.equal(kept[0])
  })

  it('computes results once for remembered stacks, and again for others', () => {
    const memory = new StackMemory()
    const count = keepWithStack(({ frames: all }: NormalStacktrace) => ({ frames: all.length }))
    const [first, second] = [1, 2].map(() => stackOf(frames('pay'), memory)!)
    expect(count(second!)).to.equal(count(second!))
    expect(count(first!)).not.to.equal(count(first!))
  })
})
