import { expect } from 'chai'
import { createAdminServer, createMetrics, silentLog, type AdminServer } from '../../src/index.js'

describe('createAdminServer', () => {
  let broken: boolean
  let checked: number
  let now: number
  let server: AdminServer

  const get = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.address().port}${path}`, { method, signal: AbortSignal.timeout(5_000) })

  beforeEach(async () => {
    broken = false
    checked = 0
    now = 1_000_000
    server = createAdminServer({
      port: 0,
      host: '127.0.0.1',
      metrics: createMetrics(),
      log: silentLog,
      clock: () => now,
      checkWithinMs: 50,
      checks: {
        store: () => {
          checked += 1
          if (broken) throw new Error('store is down')
        },
      },
    })
    await server.start()
  })
  afterEach(() => server.stop())

  it('shows process and HTTP metrics', async () => {
    const text = await (await get('/metrics')).text()
    expect(text).to.contain('process_cpu_seconds_total')
    expect(text).to.contain('signalbox_http_requests_in_progress 0')
  })

  it('is live whatever the checks return, and does not run them', async () => {
    broken = true
    expect((await get('/livez')).status).to.equal(200)
    expect(checked).to.equal(0)
  })

  it('is ready while the checks pass, and runs them at most every two seconds', async () => {
    expect(await (await get('/readyz')).json()).to.deep.equal({
      ready: true,
      draining: false,
      checks: { store: 'ok' },
      warnings: [],
    })
    broken = true
    expect((await get('/readyz')).status).to.equal(200)
    now += 2_000
    const res = await get('/readyz')
    expect(res.status).to.equal(503)
    expect(await res.json()).to.deep.include({ checks: { store: 'store is down' } })
    expect(checked).to.equal(2)
  })

  it('is not ready from the moment it drains', async () => {
    await get('/readyz')
    server.drain()
    expect((await get('/readyz')).status).to.equal(503)
  })

  it('answers 404 and 405 otherwise', async () => {
    expect((await get('/')).status).to.equal(404)
    expect((await get('/__proto__')).status).to.equal(404)
    expect((await get('/metrics', 'POST')).status).to.equal(405)
  })
})
