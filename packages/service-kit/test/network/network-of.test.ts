import { expect } from 'chai'
import { networkOf } from '../../src/network/network-of.js'

describe('networkOf', () => {
  const cases: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ]
  for (const [address, network] of cases) {
    it(`counts ${address === '' ? 'an unknown address' : address} as ${network === '' ? 'one' : network}`, () => {
      expect(networkOf(address)).to.equal(network)
    })
  }
})
