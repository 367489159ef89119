import { expect } from 'chai'
import { createLatchedCheck } from '../../src/index.js'

describe('createLatchedCheck', () => {
  it('fails until the check has passed once, and never after that', async () => {
    let isThere = false
    const check = createLatchedCheck(() => (isThere ? undefined : Promise.reject(new Error('away'))))
    const outcome = async () => {
      try {
        await check()
        return 'ok'
      } catch (error) {
        return String(error)
      }
    }
    expect(await outcome()).to.equal('Error: away')
    isThere = true
    expect(await outcome()).to.equal('ok')
    isThere = false
    expect(await outcome()).to.equal('ok')
  })
})
