import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type Answer, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { readDsnTarget } from '../support/post-envelope.js'
import { createSample, createSpan, newEventId } from '../support/telemetry.js'

const perMinute = 3

function expectLimitHeaders({ headers }: Answer, remaining: number): void {
  expect(headers.get('x-ratelimit-limit')).to.equal(String(perMinute))
  expect(headers.get('x-ratelimit-remaining')).to.equal(String(remaining))
  const resetAt = Number(headers.get('x-ratelimit-reset')) * 1_000
  expect(resetAt).to.be.within(Date.now() - 1_000, Date.now() + 61_000)
}

function expectRefused(answer: Answer): void {
  expect(answer.status).to.equal(429)
  expect(Number(answer.headers.get('retry-after'))).to.be.within(1, 60)
  expectLimitHeaders(answer, 0)
}

describe('a key over its limit', () => {
  let signalbox: InProcessSignalbox

  beforeEach(async () => {
    signalbox = await startInProcess({ ingestPerMinute: perMinute })
  })
  afterEach(() => signalbox.close())

  const createKey = async (limit: number | null): Promise<string> => {
    const body = { name: 'agent', ingest_limit_per_minute: limit }
    const answer = await signalbox.call('POST', '/api/v1/organization/api-keys/', body)
    return (answer.body as { key: string }).key
  }

  it('of a DSN is rejected as SDKs expect, counted by kind, and leaves other projects alone', async () => {
    for (let request = 1; request <= perMinute; request += 1) {
      const answer = await signalbox.sendEvent(newEventId(), 'within the limit')
      expect(answer.status).to.equal(200)
      expectLimitHeaders(answer, perMinute - request)
    }
    const refused = [
      await signalbox.sendEvent(newEventId(), 'over the limit'),
      await signalbox.sendEvent(newEventId(), 'over the limit'),
    ]
    for (const answer of refused) {
      expectRefused(answer)
      expect(answer.headers.get('x-sentry-rate-limits')).to.equal(`${answer.headers.get('retry-after') ?? ''}::key`)
      expect(answer.headers.get('access-control-expose-headers')).to.contain('x-sentry-rate-limits')
      expect(answer.body).to.have.property('detail')
    }
    const created = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: 'another' })
    const another = readDsnTarget((created.body as { dsn: string }).dsn)
    expect((await signalbox.sendEvent(newEventId(), 'of another project', another)).status).to.equal(200)
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'error stored': perMinute + 1,
        'error rate_limited key_rate_limit': 2,
      })
    })
    expect(await signalbox.readColumn('events', 'message')).not.to.include('over the limit')
  })

  it('of the API is rejected with a problem document, counted by kind and row, and leaves other keys alone', async () => {
    const [key, another] = [await createKey(perMinute), await createKey(perMinute)]
    const metrics = [createSample({ metrics: { cpu_usage_cores: 1, memory_usage_bytes: 2 } }), createSample()]
    const post = (field: 'metrics' | 'spans', sender: string) =>
      signalbox.call(
        'POST',
        `/api/v1/telemetry/${field}`,
        field === 'metrics' ? { metrics } : { spans: [createSpan(), createSpan()] },
        sender,
      )
    for (let request = 1; request <= perMinute; request += 1) {
      const answer = await post('spans', key)
      expect(answer.status).to.equal(202)
      expectLimitHeaders(answer, perMinute - request)
    }
    for (const answer of [await post('spans', key), await post('metrics', key)]) {
      expectRefused(answer)
      expect(answer.headers.get('content-type')).to.contain('application/problem+json')
      expect(answer.body).to.include({ code: 'rate-limited', status: 429 })
    }
    expect((await post('metrics', another)).status).to.equal(202)
    await eventually(async () => {
      expect(await signalbox.readLedger()).to.deep.equal({
        'span stored': 2 * perMinute,
        'span rate_limited key_rate_limit': 2,
        'metric stored': 3,
        'metric rate_limited key_rate_limit': 3,
      })
    })
  })

  it("is bound by its own limit before the installation's", async () => {
    const key = await createKey(perMinute + 2)
    const statuses: number[] = []
    for (let request = 1; request <= perMinute + 3; request += 1) {
      statuses.push((await signalbox.call('POST', '/api/v1/telemetry/spans', { spans: [createSpan()] }, key)).status)
    }
    expect(statuses).to.deep.equal([202, 202, 202, 202, 202, 429])
  })

  it('for ingestion can still query', async () => {
    for (let request = 1; request <= perMinute + 1; request += 1) {
      await signalbox.call('POST', '/api/v1/telemetry/spans', { spans: [createSpan()] })
    }
    expect((await signalbox.call('GET', '/api/v1/telemetry/query/traces/')).status).to.equal(200)
  })
})
