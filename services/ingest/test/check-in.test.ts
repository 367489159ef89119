import { expect } from 'chai'
import { createMemoryLog } from '@signalbox/event-log'
import { auth, post, publicKey, startIngest, type IngestServer, type ServerOptions } from './ingest-server.js'

const checkInId = '9ec79c33ec9942ab8353589fcb2e04dc'
const byKey = `/api/42/cron/nightly-report/${publicKey}/`

describe('check-ins by URL', () => {
  let server: IngestServer
  const restart = async (options: ServerOptions) => {
    await server.close()
    server = await startIngest(options)
  }
  const get = (path: string) => fetch(server.url + path)
  const checkIn = (): unknown => {
    const [item] = server.envelope().items
    expect(item?.type).to.equal('check_in')
    return JSON.parse(Buffer.from(item?.payload ?? '').toString())
  }

  beforeEach(async () => (server = await startIngest()))
  afterEach(() => server.close())

  it('202: takes status, id, environment and duration from the query', async () => {
    const dashed = '9EC79C33-ec99-42ab-8353-589fcb2e04dc'
    const res = await get(`${byKey}?status=ok&check_in_id=${dashed}&environment=prod&duration=1.5`)
    expect(res.status).to.equal(202)
    expect(await res.text()).to.equal('')
    expect(res.headers.get('access-control-allow-origin')).to.equal('*')
    expect(checkIn()).to.deep.equal({
      check_in_id: checkInId,
      monitor_slug: 'nightly-report',
      status: 'ok',
      environment: 'prod',
      duration: 1.5,
    })
    expect(server.envelopeMeta()).to.include({ form: 'envelope', encoding: 'identity' })
  })

  it('202: defaults to the newest open run without an id', async () => {
    await get(`${byKey}?status=error`)
    expect(checkIn()).to.deep.include({ check_in_id: '0'.repeat(32), status: 'error' })
  })

  it('202: takes the check-in from a JSON body, with the slug in the path', async () => {
    const config = { schedule: { type: 'crontab', value: '0 * * * *' } }
    const body = { check_in_id: checkInId, monitor_slug: 'other', status: 'in_progress', monitor_config: config }
    const headers = { 'Content-Type': 'application/json' }
    expect((await post(server.url + byKey, JSON.stringify(body), headers)).status).to.equal(202)
    expect(checkIn()).to.deep.equal({ ...body, monitor_slug: 'nightly-report' })
  })

  it("202: takes the query of a POST whose body is the job's output", async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await post(`${server.url}${byKey}?status=ok`, 'done', headers)).status).to.equal(202)
    expect(checkIn()).to.deep.include({ status: 'ok' })
  })

  it('202: finds the key in the path or the query, and the project by the key', async () => {
    for (const path of [`/cron/job/${publicKey}?status=ok`, `/api/42/cron/job/?status=ok&${auth}`]) {
      expect((await get(path)).status, path).to.equal(202)
    }
  })

  it("202: over a quota or the key's limit, without rate-limit headers; counted as rate limited", async () => {
    const projectQuotas = [{ categories: ['monitor' as const], limit: 0, window_seconds: 60 }]
    for (const [options, reason] of [
      [{ owner: { projectQuotas } }, 'quota'],
      [{ isLimited: true }, 'key_rate_limit'],
    ] as const) {
      await restart(options)
      const res = await get(`${byKey}?status=ok`)
      expect(res.status, reason).to.equal(202)
      expect(res.headers.get('retry-after')).to.equal(null)
      expect(server.records('envelopes')).to.deep.equal([])
      expect((await server.refused())[0]).to.include({ kind: 'check_in', outcome: 'rate_limited', reason, quantity: 1 })
    }
  })

  it('400: rejects invalid check-ins and appends nothing', async () => {
    const queries = ['', 'status=done', 'status=ok&duration=x', 'status=ok&duration=-1', 'status=ok&check_in_id=7']
    for (const query of queries) expect((await get(`${byKey}?${query}`)).status, query).to.equal(400)
    for (const slug of ['a%20b', '%ff', 'x'.repeat(51)]) {
      expect((await get(`/api/42/cron/${slug}/${publicKey}/?status=ok`)).status, slug).to.equal(400)
    }
    const headers = { 'Content-Type': 'application/json' }
    for (const body of ['[]', '{', '{"status":"ok","environment":7}']) {
      expect((await post(server.url + byKey, body, headers)).status, body).to.equal(400)
    }
    expect(server.records('envelopes')).to.deep.equal([])
  })

  it('400, 401, 403: rejects malformed, missing and unknown keys', async () => {
    expect((await get('/cron/job/nonsense/?status=ok')).status).to.equal(400)
    expect((await get('/api/42/cron/job/?status=ok')).status).to.equal(401)
    expect((await get(`${byKey}?status=ok&${auth}`)).status, 'two keys').to.equal(401)
    expect((await get(`/cron/job/${'f'.repeat(32)}/?status=ok`)).status).to.equal(403)
    expect((await get(`/api/43/cron/job/${publicKey}/?status=ok`)).status).to.equal(403)
  })

  it('503: requests a retry if the log is full', async () => {
    await restart({ log: createMemoryLog({ diskBytesMax: 0 }) })
    expect((await get(`${byKey}?status=ok`)).status).to.equal(503)
  })
})
