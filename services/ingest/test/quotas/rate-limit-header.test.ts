import { expect } from 'chai'
import { formatRateLimits, longestWait, type ActiveLimit } from '../../src/quotas/rate-limit-header.js'

const limits: ActiveLimit[] = [
  {
    quota: { categories: ['error', 'transaction'], scope: 'project', reasonCode: 'quota_exceeded' },
    retryAfterSeconds: 60,
  },
  { quota: { categories: [], scope: 'key', reasonCode: 'spend_limit' }, retryAfterSeconds: 2_700 },
]

describe('X-Sentry-Rate-Limits', () => {
  it('contains seconds, categories, scope and reason of each limit; no categories for all', () => {
    expect(formatRateLimits(limits)).to.equal('60:error;transaction:project:quota_exceeded, 2700::key:spend_limit')
  })

  it('comes with the longest Retry-After', () => {
    expect(longestWait(limits)).to.equal(2_700)
    expect(longestWait([])).to.equal(1)
  })
})
