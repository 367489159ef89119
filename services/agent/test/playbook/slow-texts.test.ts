import { expect } from 'chai'
import { quote } from '../../src/model/prompt.js'
import { readDiff } from '../../src/playbook/changes/diff.js'
import { readEdit } from '../../src/playbook/changes/edit.js'
import { findLocalRenames } from '../../src/playbook/mechanisms/local-renames.js'
import { findCostlyExpression } from '../../src/playbook/mechanisms/slow-work.js'
import { ask } from '../support/ask.js'

const kib = 1_024
const line = (code: string) => ({ code, path: 'cart.py', heading: '', hunk: 0, index: 0 })

/** A diff that turns the order of many lines around. */
function reverseLines(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `call(${index})`)
  return [...lines.map((code) => `-${code}`), ...lines.toReversed().map((code) => `+${code}`)].join('\n')
}

describe('texts made to be slow to match', () => {
  const texts: Record<string, () => unknown> = {
    'a hunk header': () => readDiff(`${'@'.repeat(60 * kib)}\rcart`, []),
    'a loop': () => {
      const removed = Array.from({ length: 100 }, () => line(`for${' '.repeat(390)}!`))
      return findLocalRenames({ removed, added: [] })
    },
    'an expression': () => findCostlyExpression(readEdit(`+(${'+'.repeat(390)} re.\n`.repeat(200), ['cart.py'])),
    'a question': () => ask(`What changed? ${`last${' '.repeat(30 * kib)}`.repeat(2)}!`, {}),
    'lines in another order': () => readEdit(reverseLines(8_000), ['cart.py']),
    'a quoted text': () => quote(`<${' '.repeat(60 * kib)}`),
  }
  for (const [name, read] of Object.entries(texts)) {
    it(`are read in linear time: ${name}`, async () => {
      const before = process.cpuUsage()
      await read()
      expect(process.cpuUsage(before).user / 1_000, 'milliseconds').to.be.below(500)
    })
  }
})
