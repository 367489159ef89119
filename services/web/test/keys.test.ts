import { expect } from 'chai'
import { matchKeys } from '../src/frame/actions/match-keys.js'

const known = new Set(['e', 'g i', 'g d', '?'])
const press = (key: string, waiting = '', more: { isTyping?: boolean; hasModifier?: boolean } = {}) =>
  matchKeys({ key, isTyping: false, hasModifier: false, ...more }, waiting, known)

describe('keyboard shortcuts', () => {
  it('run their action, alone or as pairs', () => {
    expect(press('e')).to.deep.equal({ matched: 'e', waiting: '' })
    expect(press('g')).to.deep.equal({ matched: undefined, waiting: 'g' })
    expect(press('i', 'g')).to.deep.equal({ matched: 'g i', waiting: '' })
  })

  it('ignore unknown pairs, whose second key counts alone', () => {
    expect(press('e', 'g')).to.deep.equal({ matched: 'e', waiting: '' })
    expect(press('x', 'g')).to.deep.equal({ matched: undefined, waiting: '' })
  })

  it('do nothing while someone types or holds a modifier', () => {
    expect(press('e', '', { isTyping: true }).matched).to.equal(undefined)
    expect(press('e', '', { hasModifier: true }).matched).to.equal(undefined)
  })
})
