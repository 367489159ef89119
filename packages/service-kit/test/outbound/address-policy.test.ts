import { expect } from 'chai'
import { AddressRangeFault, createAddressPolicy, findUrlFault } from '@signalbox/service-kit'

describe('request targets', () => {
  const policy = createAddressPolicy()

  const refused: Record<string, string[]> = {
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
    'link-local, cloud metadata': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    'groups and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    reserved: ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '100::1', '5f00::1'],
    'documentation and protocols': ['2001:db8::1', '3fff::1', '2001::1', '2001:20::1', '4000::1'],
    'IPv4-mapped and -compatible': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '::8.8.8.8'],
    'NAT64 and 6to4': ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::'],
    'no address': ['', 'localhost', '1', '0x7f.1', '127.1', '[::1]'],
  }
  for (const [what, addresses] of Object.entries(refused)) {
    it(`do not include ${what}`, () => {
      for (const address of addresses) expect(policy.isPermitted(address), address).to.equal(false)
    })
  }

  it('include public addresses', () => {
    const addresses = [
      '8.8.8.8',
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450::1',
    ]
    for (const address of addresses) expect(policy.isPermitted(address), address).to.equal(true)
  })

  it('include the addresses and ranges that the operator allows, and nothing else', () => {
    const own = createAddressPolicy(['127.0.0.1/32', '10.1.0.0/16', '192.168.0.7', 'fd00::/8', '::1'])
    const admitted = ['127.0.0.1', '10.1.255.255', '192.168.0.7', 'fd00::1', '::1', '0:0:0:0:0:0:0:1', '8.8.8.8']
    for (const address of admitted) expect(own.isPermitted(address), address).to.equal(true)
    const others = ['127.0.0.2', '10.2.0.0', '192.168.0.8', 'fc00::1', '::2', '::']
    for (const address of others) expect(own.isPermitted(address), address).to.equal(false)
  })

  for (const entry of [
    '',
    'localhost',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fe80::1%lo',
    '::/129',
  ]) {
    it(`reject ${JSON.stringify(entry)} as a range`, () => {
      expect(() => createAddressPolicy([entry])).to.throw(AddressRangeFault, JSON.stringify(entry))
    })
  }
})

describe('user-supplied addresses', () => {
  const policy = createAddressPolicy()

  const refused: [url: string, fault: string][] = [
    ['', 'must be an http or https URL'],
    ['hooks.example.com', 'must be an http or https URL'],
    ['ftp://example.com/', 'must be an http or https URL'],
    ['file:///etc/passwd', 'must be an http or https URL'],
    ['gopher://127.0.0.1:25/_HELO', 'must be an http or https URL'],
    ['http://', 'must be an http or https URL'],
    ['https://user@example.com/', 'must not contain a user name or password'],
    ['https://:secret@example.com/', 'must not contain a user name or password'],
    ['https://example.com@127.0.0.1/', 'must not contain a user name or password'],
    ['http://127.0.0.1/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://127.1/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://127.0.0.1./', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://2130706433/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://0x7f000001/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://0x7f.0x0.0x0.0x1/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://0177.0.0.1/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://017700000001/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://①②⑦.⓪.⓪.①/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://127。0。0。1/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://0/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://[::1]/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://[::]/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://[::ffff:127.0.0.1]/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    [
      'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
      'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names',
    ],
    ['http://[64:ff9b::7f00:1]/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    [
      'http://169.254.169.254/latest/meta-data/',
      'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names',
    ],
    ['http://localhost/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://LOCALHOST:8000/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://localhost./', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
    ['http://a.b.localhost/', 'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names'],
  ]
  for (const [url, fault] of refused) {
    it(`${JSON.stringify(url)} ${fault}`, () => {
      expect(findUrlFault(url, policy)).to.equal(fault)
    })
  }

  it('are accepted if they are public, or names, which are resolved later', () => {
    for (const url of ['https://hooks.slack.com/services/T/B/x', 'http://8.8.8.8:80/', 'https://[2606:4700::1111]/']) {
      expect(findUrlFault(url, policy), url).to.equal(undefined)
    }
  })

  it('may be on this machine if the operator allows it', () => {
    const own = createAddressPolicy(['127.0.0.1/32'])
    for (const url of ['http://127.0.0.1:1/', 'http://2130706433/', 'http://localhost/']) {
      expect(findUrlFault(url, own), url).to.equal(undefined)
    }
    expect(findUrlFault('http://[::1]/', own)).to.equal(
      'must be a public address, or one that SIGNALBOX_OUTBOUND_ALLOW names',
    )
  })
})
