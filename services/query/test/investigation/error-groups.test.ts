import { queryErrorGroups } from '@signalbox/contracts'
import { expect } from 'chai'
import { projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { event, hexId, secondsAgo } from '../support/rows.js'
import { parted } from './range.js'

const dayS = 86_400

describe('error groups', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  async function ask() {
    const { status, body } = await service.get(queryErrorGroups, parted)
    expect(status).to.equal(200)
    return body
  }

  it('are counted before and after, weighted by samples, the most frequent now first', async () => {
    const old = { fingerprint: hexId(32, 1) }
    await service.seed('events', [
      event({ ...old, event_id: hexId(32, 1), timestamp: secondsAgo(3000), times_seen: 10 }),
      event({ ...old, event_id: hexId(32, 2), timestamp: secondsAgo(100) }),
      event({ fingerprint: hexId(32, 2), event_id: hexId(32, 3), level: 'fatal', times_seen: 2 }),
      event({ fingerprint: hexId(32, 3), event_id: hexId(32, 4), level: 'warning' }),
    ])
    const { groups, total } = await ask()
    expect(total).to.equal(2)
    expect(
      groups.map(({ fingerprint, count, count_before }) => [parseInt(fingerprint, 16), count, count_before]),
    ).to.deep.equal([
      [2, 2, 0],
      [1, 11, 10],
    ])
  })

  it('include when they were first seen, and last seen before the range, in complete and partial hours', async () => {
    const at = (seconds: number, id: number, fingerprint: number) =>
      event({ timestamp: secondsAgo(seconds), event_id: hexId(32, id), fingerprint: hexId(32, fingerprint) })
    await service.seed('events', [
      at(40 * dayS, 1, 1),
      at(2 * dayS, 2, 1),
      at(60, 3, 1),
      at(60, 4, 2),
      at(3700, 5, 3),
      at(60, 6, 3),
    ])
    const { groups } = await ask()
    const time = (seconds: number) => new Date(secondsAgo(seconds)).toISOString()
    expect(groups.map(({ first_ever, last_before_range }) => [first_ever, last_before_range])).to.deep.equal([
      [time(40 * dayS), time(2 * dayS)],
      [time(60), null],
      [time(3700), time(3700)],
    ])
  })

  it('contain the newest event: service, exception, frames from the innermost on', async () => {
    const frame = (name: string, lineno: number) => ({
      function: name,
      filename: `src/${name}.ts`,
      lineno,
      in_app: true,
    })
    const payload = JSON.stringify({
      exception: [
        { type: 'Cause', stacktrace: { frames: [frame('cause', 1)] } },
        { type: 'TypeError', stacktrace: { frames: [frame('outer', 2), frame('inner', 3)] } },
      ],
    })
    await service.seed('events', [
      event({ timestamp: secondsAgo(200), event_id: hexId(32, 1), release: 'shop@1' }),
      event({
        event_id: hexId(32, 2),
        release: 'shop@2',
        exception_type: 'TypeError',
        exception_value: 'x is null',
        culprit: 'inner',
        tags: { service: 'cart' },
        payload,
      }),
    ])
    const [group] = (await ask()).groups
    expect(group).to.deep.include({
      project_id: projectId,
      service: 'cart',
      event_id: hexId(32, 2),
      releases: ['shop@1', 'shop@2'],
      level: 'error',
      type: 'TypeError',
      message: 'x is null',
      culprit: 'inner',
      frames: [
        { function: 'inner', file: 'src/inner.ts', line: 3, in_app: true },
        { function: 'outer', file: 'src/outer.ts', line: 2, in_app: true },
      ],
    })
  })

  it('contain the project if no service is named, and no frames without an exception', async () => {
    await service.seed('events', [event({ message: 'out of stock' })])
    expect((await ask()).groups[0]).to.deep.include({ service: 'shop', message: 'out of stock', type: '', frames: [] })
  })

  it('never include another organization', async () => {
    const other = await openService()
    await other.seed('events', [event()])
    expect((await ask()).total).to.equal(0)
  })
})
