import { expect } from 'chai'
import fc from 'fast-check'
import { TextMemory } from '../../src/wire/text-memory.js'

/** Few characters, so that texts repeat, share prefixes and collide. */
const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '.', 'é', '😀'), maxLength: 70 }), { minLength: 1 })

describe('TextMemory', () => {
  it("returns the text decoder's results, whatever it has read before", () => {
    const memory = new TextMemory()
    const expectText = (bytes: Buffer) => {
      expect(memory.read(bytes, 0, bytes.length)).to.equal(bytes.toString('utf8'))
    }
    fc.assert(
      fc.property(texts, fc.uint8Array({ maxLength: 70 }), (sent, garbage) => {
        for (const text of [...sent, ...sent]) expectText(Buffer.from(text))
        expectText(Buffer.from(garbage))
      }),
    )
    // More texts than it has slots.
    for (let index = 0; index < 20_000; index += 1) expectText(Buffer.from(`key-${index % 9_973}`))
  })

  it('decodes a range of bytes', () => {
    expect(new TextMemory().read(Buffer.from('before:text:after'), 7, 11)).to.equal('text')
  })
})
