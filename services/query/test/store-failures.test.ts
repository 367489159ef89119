import { ServiceError } from '@signalbox/contracts'
import { StoreError, type StoreErrorReason } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { withServiceErrors } from '../src/reading/store-failures.js'

async function answerTo(failure: Error): Promise<unknown> {
  const store = withServiceErrors({ read: () => Promise.reject(failure) })
  try {
    await store.read({ name: 'test', sql: 'SELECT 1' })
  } catch (error) {
    return error
  }
  throw new Error('Expected a failure')
}

describe('store failures', () => {
  const cases: [StoreErrorReason, string, number, boolean][] = [
    ['timeout', 'query-timeout', 503, false],
    ['overloaded', 'overloaded', 503, true],
    ['unavailable', 'unavailable', 503, true],
    ['refused', 'internal', 500, false],
  ]
  for (const [reason, code, status, retries] of cases) {
    it(`answers ${code} if the store reports ${reason}, and never the store's text`, async () => {
      const answer = await answerTo(new StoreError(reason, 'DB::Exception: secret'))
      expect(answer).to.be.instanceOf(ServiceError)
      expect(answer).to.deep.include({ code, status })
      expect(answer).to.have.property('message').that.does.not.include('secret')
      expect(answer)
        .to.have.property('retryAfterSeconds')
        .that.is[retries ? 'a' : 'an'](retries ? 'number' : 'undefined')
    })
  }

  it('rethrows other errors', async () => {
    const failure = new TypeError('a bug')
    expect(await answerTo(failure)).to.equal(failure)
  })
})
