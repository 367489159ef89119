import { expect } from 'chai'
import { createMarkedMemory } from '../../src/memory/marked-memory.js'

const bytes = 10_000
const open = () => createMarkedMemory<number>(100_000, (value) => value)
const keyOf = (organizationId: string, name = 'hour') => ({ organizationId, name })

describe('marked memory', () => {
  it('returns a value only while its mark is current', () => {
    const memory = open()
    memory.set(keyOf('a'), 'mark', bytes)
    expect(memory.get(keyOf('a'), 'mark')).to.equal(bytes)
    expect(memory.get(keyOf('a'), 'later')).to.equal(undefined)
    expect(memory.last(keyOf('a'))).to.equal(bytes)
  })

  it('never returns a value to another organization', () => {
    const memory = open()
    memory.set(keyOf('a'), 'mark', bytes)
    expect(memory.get(keyOf('b'), 'mark')).to.equal(undefined)
    expect(memory.last(keyOf('b'))).to.equal(undefined)
  })

  it('evicts what the organization with the largest share used longest ago, and nothing of the others', () => {
    const memory = open()
    memory.set(keyOf('small'), 'mark', bytes)
    for (let hour = 0; hour < 50; hour += 1) {
      memory.set(keyOf('large', String(hour)), 'mark', bytes)
      memory.get(keyOf('large', '0'), 'mark')
    }
    expect(memory.get(keyOf('small'), 'mark')).to.equal(bytes)
    expect(memory.get(keyOf('large', '0'), 'mark')).to.equal(bytes)
    const kept = Array.from({ length: 50 }, (_, hour) => memory.get(keyOf('large', String(hour)), 'mark'))
    expect(kept.filter((value) => value !== undefined)).to.have.length.within(5, 8)
    expect(kept.at(-1)).to.equal(bytes)
  })

  it('does not keep a value that exceeds the memory', () => {
    const memory = open()
    memory.set(keyOf('a', 'first'), 'mark', bytes)
    memory.set(keyOf('a', 'second'), 'mark', 1_000_000)
    expect(memory.get(keyOf('a', 'second'), 'mark')).to.equal(undefined)
    expect(memory.get(keyOf('a', 'first'), 'mark')).to.equal(bytes)
  })

  it('counts a replaced value once', () => {
    const memory = open()
    memory.set(keyOf('b'), 'mark', bytes)
    for (let round = 0; round < 100; round += 1) memory.set(keyOf('a'), String(round), bytes)
    expect(memory.get(keyOf('b'), 'mark')).to.equal(bytes)
  })
})
