import { expect } from 'chai'
import { startFakeServer, type FakeServer } from '../fake-server.js'
import { run } from '../support/run.js'

const minute = (number: number) => `2026-01-01T00:${String(number).padStart(2, '0')}:00.000Z`
const metric = { name: 'requests', kind: 'sum', unit: '1', is_monotonic: true, series: 2, last_seen: minute(3) }
const answer = {
  ...{ name: 'requests', metric, aggregate: 'rate', interval_seconds: 60, groups_left_out: 3 },
  series: [
    { group: { route: '/a' }, points: [1, 2, 4].map((value, index) => ({ timestamp: minute(index), value })) },
    { group: { route: '' }, points: [0, 3].map((number) => ({ timestamp: minute(number), value: 1.5 })) },
    { group: { route: '/none' }, points: [] },
  ],
}

describe('signalbox metrics show', () => {
  let server: FakeServer | undefined
  afterEach(() => {
    server?.close()
    server = undefined
  })

  const show = async (body: object, ...args: string[]) => {
    server?.close()
    server = await startFakeServer(200, body)
    return run(['metrics', 'show', 'requests', '--url', server.url, '--api-key', 'secret', ...args], {
      env: { NO_COLOR: '1' },
    })
  }

  it('charts each group that has points, and says how many are not shown', async () => {
    const { code, out, err } = await show(answer)
    expect(out.split('\n')).to.deep.equal([
      'rate of requests (sum, 1), per 60 s',
      '',
      'GROUP     LAST  MIN  MAX  CHART',
      'route=/a  4     1    4    ▁▃█',
      'route=    1.5   1.5  1.5  ▁··▁',
      '',
    ])
    expect({ code, err }).to.deep.equal({ code: 0, err: '3 smaller groups are not shown\n' })
  })

  it('sends every option', async () => {
    const filters = ['--filter', 'http.route=/a:b', '--filter', 'zone:x=y', '--group', 'pod', '--group', 'zone']
    await show(answer, '--since', '6h', '--aggregate', 'p99', '--step', '5m', '--service', 'pay', ...filters)
    const [request] = server?.requests ?? []
    expect([...(request?.searchParams ?? [])]).to.have.deep.members([
      ['name', 'requests'],
      ['since', '6h'],
      ['aggregate', 'p99'],
      ['interval_seconds', '300'],
      ['service', 'pay'],
      ['attribute', 'http.route:/a:b'],
      ['attribute', 'zone:x=y'],
      ['group_by', 'pod'],
      ['group_by', 'zone'],
    ])
  })

  it('refuses filters and steps that are none', async () => {
    expect(await show(answer, '--filter', 'zone')).to.include({ code: 2 })
    expect(await show(answer, '--step', 'soon')).to.include({ code: 2 })
  })
})

describe('signalbox metrics show, of an application metric', () => {
  const points = [0, 1].map((number) => ({
    ...{ timestamp: minute(number), count: 2, sum: 60 * number, min: 1, max: 5, avg: 3, p50: 2, p95: 5 },
  }))
  const app = {
    ...{ metric: null, aggregate: 'avg', interval_seconds: 60, groups_left_out: 0 },
    ...{ name: 'requests', type: 'counter', unit: '', others_left_out: 0, samples: [], total: 4 },
    series: [{ group: 'a', count: 4, points }],
  }
  let server: FakeServer
  beforeEach(async () => {
    server = await startFakeServer(200, app)
  })
  afterEach(() => {
    server.close()
  })

  const show = (...args: string[]) =>
    run(['metrics', 'show', 'requests', '--url', server.url, '--api-key', 'secret', ...args], {
      env: { NO_COLOR: '1' },
    })

  it('shows the rate of a counter unless another aggregate is given', async () => {
    const { out } = await show('--group', 'shop')
    expect(out).to.equal(
      'rate of requests (counter), per 60 s\n\nGROUP   LAST  MIN  MAX  CHART\nshop=a  1     0    1    ▁█\n',
    )
    expect((await show('--aggregate', 'p95')).out).to.contain('p95 of requests')
  })

  it('names what application metrics do not have', async () => {
    const quantile = await show('--aggregate', 'p99')
    expect(quantile)
      .to.include({ code: 2 })
      .and.to.have.property('err')
      .that.contains('application metrics have no p99')
    expect(await show('--group', 'a', '--group', 'b')).to.include({ code: 2 })
  })
})
