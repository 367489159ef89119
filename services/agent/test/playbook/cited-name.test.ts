import { expect } from 'chai'
import { readEdit } from '../../src/playbook/changes/edit.js'
import { citedName } from '../../src/playbook/scoring/score-words.js'

const file = 'publisher/message.py'
const converted = '-    "price_ct_per_kwh": float(t.price),\n+    "price_ct_per_kwh": money(t.price),'

function cited(diff: string, texts: readonly string[]): string | undefined {
  const counted = texts.map((text) => ({ text, count: 1 }))
  const vocabulary = { said: new Set<string>(), texts: counted, names: new Set<string>(), frames: [], missing: [] }
  return citedName({ ...vocabulary, rarity: () => 1 }, [file], readEdit(diff, [file]))?.name
}

describe('the name of a change that errors cite', () => {
  it('may be a field that receives another value, in whatever case', () => {
    expect(cited(converted, ['cannot parse Tariff.priceCtPerKwh: "31,42"'])).to.equal('price_ct_per_kwh')
  })

  it('is no field that few errors mention, or whose value is the same', () => {
    const others = ['connection refused', 'no route to host', 'timeout']
    expect(cited(converted, ['cannot parse Tariff.priceCtPerKwh', ...others])).to.equal(undefined)
    const beside = converted.replaceAll('price_ct_per_kwh', 'base_ct_per_day')
    expect(cited(beside, ['cannot parse Tariff.priceCtPerKwh'])).to.equal(undefined)
  })
})
