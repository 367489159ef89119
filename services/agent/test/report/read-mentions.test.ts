import { expect } from 'chai'
import { joinParts, nothingBound, partsOfRow } from '../../src/report/bound-parts.js'
import { isBound } from '../../src/report/is-bound.js'
import { readMentions } from '../../src/report/read-mentions.js'

const row = {
  service: 'checkout',
  release: 'shop@1.2.3',
  sha: '3f2a91c0d4e5f60718293a4b5c6d7e8f90a1b2c3',
  parent_sha: '2206735843a2d32f5103b3c9cb8cb2ad20561a1b',
  message: 'upstream timed out after 30 seconds',
  errors: 1_234,
  error_ratio: 0.0847,
  cpu_percent: 91.6,
  p95_ms: 1_830.4,
  wait_seconds: 90,
  memory_bytes: 536_870_912,
  before: { calls: 100 },
  after: { calls: 300 },
  first: '2026-05-17T12:04:31.250Z',
  deployed: '2026-05-17T12:00:30.000Z',
}
const parts = joinParts([nothingBound, partsOfRow(row)])

function isSupported(text: string): boolean {
  return readMentions(text, new Set(['payments', 'checkout'])).every((mention) => isBound(mention, parts))
}

describe('statements of a text', () => {
  const supported = [
    'the errors of checkout rose',
    '1234 errors',
    'commit 22067358 without a letter in it',
    '1,234 errors',
    'about 1200 errors',
    'an error ratio of 8.5 %',
    '8.47% of requests',
    '91.6 % CPU',
    '92 percent of the CPU',
    'a p95 of 1830 ms',
    'p95 was 1.8 s',
    'waited 90 s',
    'waited 1.5 minutes',
    'used 512 MiB',
    'used 537 MB',
    'used 0.5 GiB',
    'at 12:04 UTC',
    'at 12:05 UTC',
    'at 12:04:31',
    'on 2026-05-17',
    '2026-05-17T12:04:31.250Z',
    'at 2026-05-17 12:04',
    '4 minutes later',
    'calls were 3x as many',
    'calls tripled',
    'calls rose by 200 %',
    'release shop@1.2.3',
    'version 1.2.3',
    'commit 3f2a91c',
    'it said "timed out after 30 seconds"',
    'Errors began',
    "checkout's errors",
  ]
  for (const text of supported) {
    it(`are proven: ${text}`, () => {
      expect(isSupported(text)).to.equal(true)
    })
  }

  const unsupported = [
    'commit 22067359',
    '22067358 errors',
    '1235 errors',
    '1300 errors',
    'about 1300 errors',
    '12 % of requests',
    '1234 % CPU',
    '1831 ms',
    '1830 s',
    '9 GB',
    'at 12:06 UTC',
    'at 11:04',
    'on 2026-05-18',
    '7 minutes later',
    'calls doubled',
    'calls were 4x as many',
    'release shop@1.2.4',
    'commit 3f2a92c',
    'commit f2a91c0',
    'it said "disk full"',
    'payments failed',
    'the errors of Mallory',
    'checkout-worker failed',
    'the payment-gateway failed',
    'сheckout failed',
    'check\u200bout failed',
    'five errors',
    'REDIS failed',
    'someFunction failed',
    '/etc/passwd',
    '10.0.0.7 failed',
    '٤٢ errors',
    '1234.5 errors',
    '-1234 errors',
  ]
  for (const text of unsupported) {
    it(`are not proven: ${text}`, () => {
      expect(isSupported(text)).to.equal(false)
    })
  }

  it('are extracted in time linear in the text', () => {
    for (const piece of ['1', '1,', '12:', '"', 'a-', '2026-', "'", 'a.', ' 1-', '%']) {
      readMentions(piece.repeat(1_000), new Set())
    }
  })
})
