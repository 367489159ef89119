import { expect } from 'chai'
import { formatLevel } from '../../src/playbook/text/format-level.js'

describe('formatLevel', () => {
  it('takes the unit from the last word of the name that is not an aggregate', () => {
    expect(formatLevel('fanout.delay_ms_p99', 681)).to.equal('681 ms')
    expect(formatLevel('heap_bytes_max', 5e8)).to.equal('500 MB')
    expect(formatLevel('error_ratio', 0.6)).to.equal('60 %')
    expect(formatLevel('connections', 43.4)).to.equal('43')
    expect(formatLevel('http.server.request.duration.p95', 0.356)).to.equal('0.356 s')
    expect(formatLevel('authorize.duration.p99', 274)).to.equal('274')
  })

  it('takes a name that ends in "per second" for a rate, not for a duration', () => {
    expect(formatLevel('requests_per_sec', 302)).to.equal('302/s')
    expect(formatLevel('orders.sent.per.minute', 7.2)).to.equal('7.2/min')
    expect(formatLevel('disk_write_mb_per_s', 439)).to.equal('439 MB/s')
    expect(formatLevel('bytes_per_second_p99', 5e6)).to.equal('5,000,000/s')
  })

  it('writes seconds instead of thousands of milliseconds, and groups the digits of large numbers', () => {
    expect(formatLevel('fanout.delay_ms_p99', 6810)).to.equal('6.81 s')
    expect(formatLevel('reads_rate', 20_200)).to.equal('20,200')
    expect(formatLevel('reads_rate', 9_990)).to.equal('9990')
  })
})
