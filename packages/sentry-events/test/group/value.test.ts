import { expect } from 'chai'
import { normalizeValue } from '../../src/group/value.js'

const cases: [value: string, normalized: string][] = [
  ['mail to ann@example.com failed', 'mail to <email> failed'],
  ['GET https://a.example.com/x?y=1 failed', 'GET <url> failed'],
  ['no route to db1.prod.example.com:5432', 'no route to <hostname>:<int>'],
  ['module shop.orders is missing', 'module shop.orders is missing'],
  ['java.io.IOException: broken', 'java.io.IOException: broken'],
  ['connect 10.0.3.17:5432', 'connect <ip>:<int>'],
  ['connect fe80::1ff:fe23:4567:890a', 'connect <ip>'],
  ['std::vector is empty', 'std::vector is empty'],
  ['trace 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'trace <traceparent>'],
  ['order 3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'order <uuid>'],
  ['sha da39a3ee5e6b4b0d3255bfef95601890afd80709', 'sha <sha1>'],
  ['etag d41d8cd98f00b204e9800998ecf8427e', 'etag <md5>'],
  ['at 2026-01-10T12:00:00.123Z', 'at <date>'],
  ['at 2026-01-10', 'at <date>'],
  ['at Sat, 10 Jan 2026 12:00:00 GMT', 'at <date>'],
  ['at Sat Jan 10 12:00:00 2026', 'at <date>'],
  ['at 12:00:05', 'at <date>'],
  ['took 35ms, limit 1.5s', 'took <duration>, limit <duration>'],
  ['took 5 seconds', 'took <duration>'],
  ['txn tx1234567890abcdef12345-0123456789', 'txn <swift_txn_id>'],
  ['at 0xDEADBEEF', 'at <hex>'],
  ['id 5f2a7be430da', 'id <hex>'],
  ['commit 1a2b3c4', 'commit <git_sha>'],
  ['ratio 0.25', 'ratio <float>'],
  ['order 991', 'order <int>'],
  ['1,204 of 1,204.50', '<int> of <float>'],
  ['connect ::1:5432', 'connect <ip>:<int>'],
  ['postgres://app:secret@db.internal/shop', '<url>'],
  ['item_42 and order-7 and -3', 'item_<int> and order-<int> and <int>'],
  ['utf8 and sha1 and v2 stay', 'utf8 and sha1 and v2 stay'],
  ['name="some text" x', 'name=<quoted_str> x'],
  ['flag=true', 'flag=<bool>'],
  ["'missing-sku'", "'missing-sku'"],
  ['\n first\n\n second \nthird', 'first\nsecond...'],
  ['only\n', 'only'],
]

describe('normalizeValue', () => {
  for (const [value, normalized] of cases) {
    it(`turns ${JSON.stringify(value)} into ${JSON.stringify(normalized)}`, () => {
      expect(normalizeValue(value)).to.equal(normalized)
    })
  }

  it('takes linear time for hostile texts', () => {
    const units = [
      'a@',
      '1',
      '1.',
      'a.',
      ':',
      '1:',
      'deadbeef',
      "='",
      '00-',
      '12 Jan ',
      '1h',
      'a-',
      '{',
      '%20',
      'http://',
      ' ',
    ]
    const start = performance.now()
    for (const unit of units) normalizeValue(unit.repeat(8_192 / unit.length))
    expect(performance.now() - start).to.be.lessThan(500)
  })
})
