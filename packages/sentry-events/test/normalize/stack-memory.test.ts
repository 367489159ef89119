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

describe('the memory of stacks', () => {
  it('gives the same object for frames that were seen twice', () => {
    const memory = new StackMemory()
    const [first, second, third] = [1, 2, 3].map(() => stackOf(frames('pay'), memory))
    expect(second).to.deep.equal(first)
    expect(third).to.equal(second)
  })

  it('tells stacks apart by every field and by the platform of the event', () => {
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

  it('notes what is wrong with frames in each event that has them', () => {
    const memory = new StackMemory()
    const wrong = [{ function: 'pay', lineno: 'seven' }]
    const changes = [1, 2, 3].map(() => read(wrong, memory).changes)
    expect(changes[2]).to.deep.equal(changes[0]).and.to.have.length(1)
  })

  it('tells numbers beyond all bounds from those that are absent', () => {
    const memory = new StackMemory()
    const lineno = (value: string): unknown => JSON.parse(`[{ "function": "pay", "lineno": ${value} }]`)
    for (let time = 0; time < 3; time += 1) expect(read(lineno('null'), memory).changes).to.deep.equal([])
    expect(read(lineno('1e999'), memory).changes).to.have.length(1)
  })

  it('does not keep stacks with variables, which differ from event to event', () => {
    const memory = new StackMemory()
    const withVariables = [{ function: 'pay', vars: { order: 7 } }]
    const stacks = [1, 2, 3].map(() => stackOf(withVariables, memory))
    expect(stacks[2]).not.to.equal(stacks[1])
  })

  it('forgets what was used least recently when it is full', () => {
    const memory = new StackMemory(2_000)
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

  it('finds answers once for remembered stacks and anew for others', () => {
    const memory = new StackMemory()
    const count = keepWithStack(({ frames: all }: NormalStacktrace) => ({ frames: all.length }))
    const [first, second] = [1, 2].map(() => stackOf(frames('pay'), memory)!)
    expect(count(second!)).to.equal(count(second!))
    expect(count(first!)).not.to.equal(count(first!))
  })
})
