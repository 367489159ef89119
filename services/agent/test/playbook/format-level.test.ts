import { expect } from 'chai'
import { formatLevel } from '../../src/playbook/text/format-level.js'

describe('formatLevel', () => {
  it('takes the unit from the last word of the name that is no aggregate', () => {
    expect(formatLevel('fanout.delay_ms_p99', 6810)).to.equal('6810 ms')
    expect(formatLevel('heap_bytes_max', 5e8)).to.equal('500 MB')
    expect(formatLevel('error_ratio', 0.6)).to.equal('60 %')
    expect(formatLevel('connections', 43.4)).to.equal('43')
  })
})
