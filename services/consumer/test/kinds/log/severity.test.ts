import { expect } from 'chai'
import { readSeverity } from '../../../src/kinds/log/severity.js'

describe('readSeverity', () => {
  it('maps each level to the first of its four numbers', () => {
    const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']
    const numbers = levels.map((word) => readSeverity({ words: [word], numbers: [] }).severity_number)
    expect(numbers).to.deep.equal([1, 5, 9, 13, 17, 21])
  })

  it('recognizes aliases of levels, in any case', () => {
    const words = ['WARNING', 'Critical', 'notice', 'err', 'LOG']
    const levels = words.map((word) => readSeverity({ words: [word], numbers: [] }).level)
    expect(levels).to.deep.equal(['warn', 'fatal', 'info', 'error', 'info'])
  })

  it('derives the level from the number if the word is unknown', () => {
    const levels = [1, 8, 9, 16, 17, 24].map((number) => readSeverity({ words: ['odd'], numbers: [number] }).level)
    expect(levels).to.deep.equal(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
  })

  it('uses the first source with a value', () => {
    expect(readSeverity({ words: [undefined, 'error'], numbers: ['9', 18] })).to.deep.equal({
      level: 'error',
      severity_number: 18,
    })
  })

  it('defaults to info', () => {
    for (const odd of [undefined, null, 0, 25, 1.5, '', 'constructor', {}, []]) {
      expect(readSeverity({ words: [odd], numbers: [odd] })).to.deep.equal({ level: 'info', severity_number: 9 })
    }
  })
})
