import { expect } from 'chai'
import * as fc from 'fast-check'
import { checkAssertions } from '../../src/report/check-assertions.js'
import { follow, parsePointer, wholeOf } from '../../src/report/pointer.js'
import { assertion, results } from './sample-evidence.js'

const describeCheck = ({ evidence_id: id, pointer, operator, value }: ReturnType<typeof assertion>) =>
  [id, pointer || 'the result', operator, ...(value === undefined ? [] : [JSON.stringify(value)])].join(' ')

function holds(...checks: ReturnType<typeof assertion>[]): boolean {
  return checkAssertions(checks, results) !== undefined
}

describe('checkAssertions', () => {
  const held = [
    assertion('e1', '/services/0/errors', 'equals', 42),
    assertion('e1', '/services/0/errors', 'not-equals', 41),
    assertion('e1', '/services/0/errors', 'at-least', 42),
    assertion('e1', '/services/0/errors', 'at-most', 42),
    assertion('e1', '/services/0/errors', 'more-than', 41),
    assertion('e1', '/services/0/errors', 'less-than', 43),
    assertion('e1', '/services/*/service', 'contains', 'work'),
    assertion('e1', '/services/*/service', 'not-contains', 'database'),
    assertion('e1', '/services/*/service', 'not-equals', 'database'),
    assertion('e1', '/services', 'at-least-items', 3),
    assertion('e1', '/services', 'at-most-items', 3),
    assertion('e1', '/services/0/service', 'exists'),
    assertion('e1', '/services/3', 'absent'),
    assertion('e1', '/services/*/melted', 'absent'),
    assertion('e3', '/blast_radius', 'contains', 'web'),
    assertion('e3', '/onset_at', 'at-least', '2026-05-17T12:00:00Z'),
    assertion('e3', '/onset_at', 'less-than', '2026-05-17T12:05:00.000Z'),
    assertion('e2', '/changes/0/details', 'equals', {}),
  ]
  for (const check of held) {
    it(`holds: ${describeCheck(check)}`, () => {
      expect(holds(check)).to.equal(true)
    })
  }

  const broken = [
    assertion('e9', '/services/0/errors', 'equals', 42),
    assertion('e9', '/anything', 'absent'),
    assertion('e1', '/services/7/errors', 'not-equals', 1),
    assertion('e1', 'services/0', 'exists'),
    assertion('e1', '/services/~2', 'absent'),
    assertion('e1', '/services/0/errors', 'equals', '42'),
    assertion('e1', '/services/0/errors', 'not-equals', '42'),
    assertion('e1', '/services/0/errors', 'at-least', '1'),
    assertion('e1', '/services/0/errors', 'at-least'),
    assertion('e1', '/services/0/errors', 'contains', '4'),
    assertion('e1', '/services/0/service', 'contains', ''),
    assertion('e1', '/services/0/service', 'at-least', 'a'),
    assertion('e1', '/services/0/service/0', 'exists'),
    assertion('e1', '/services/00/service', 'exists'),
    assertion('e1', '/services/length', 'exists'),
    assertion('e1', '/services/0/constructor', 'exists'),
    assertion('e1', '/melted/deeper', 'absent'),
    assertion('e1', '', 'absent'),
    assertion('e1', '/services/*/service', 'not-equals', 'checkout'),
    assertion('e1', '/services/*/service', 'not-contains', 'check'),
    assertion('e1', '/services/*/errors', 'absent'),
    assertion('e1', '/services', 'at-least-items', 2.5),
    assertion('e1', '/services/0', 'at-least-items', 0),
    assertion('e1', '/services/*/errors', 'more-than', Number.NaN),
  ]
  for (const check of broken) {
    it(`does not hold: ${describeCheck(check)}`, () => {
      expect(holds(check)).to.equal(false)
    })
  }

  it('requires one and the same list element to satisfy all its assertions', () => {
    const name = (service: string) => assertion('e1', '/services/*/service', 'equals', service)
    const failing = assertion('e1', '/services/*/errors', 'at-least', 40)
    expect(holds(name('checkout'), failing)).to.equal(true)
    expect(holds(name('payments'), failing)).to.equal(false)
    expect(holds(failing, name('payments'))).to.equal(false)
    expect(holds(name('payments'), name('checkout'), failing)).to.equal(true)
  })

  it('requires all elements to satisfy a negative assertion that names no element', () => {
    expect(holds(assertion('e1', '/services/*/errors', 'not-equals', 7))).to.equal(true)
    expect(holds(assertion('e1', '/services/*/errors', 'not-equals', 0))).to.equal(false)
  })
})

describe('pointers', () => {
  it('find each value of any JSON document under its own name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        for (const [name, value] of Object.entries(object)) {
          if (name === '*') continue
          const segments = parsePointer(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
          expect(follow(wholeOf(object), segments ?? []).map((place) => place.value)).to.deep.equal([value])
        }
      }),
    )
  })
})
