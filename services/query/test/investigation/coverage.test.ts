import { queryCoverage } from '@signalbox/contracts'
import { expect } from 'chai'
import { projectId } from '../support/fixed-world.js'
import { openService } from '../support/query-service.js'
import { container, event, hexId, log, measurement, point, secondsAgo, span } from '../support/rows.js'
import { range } from './range.js'

const time = (seconds: number) => new Date(secondsAgo(seconds)).toISOString()

describe('coverage', () => {
  it('returns the first, the last and the number of each source, and omits empty sources', async () => {
    const service = await openService()
    await service.seed('logs', [log({ timestamp: secondsAgo(50) * 1000 }), log({ timestamp: secondsAgo(70) * 1000 })])
    await service.seed('container_metrics', [container({ timestamp: secondsAgo(300), cpu_usage_cores: 1 })])
    await service.seed('metric_points', [point('x', 1, { timestamp: secondsAgo(20) })])
    await service.seed('spans', [span({ start_time: secondsAgo(7200) * 1000 })])
    const { body } = await service.get(queryCoverage, range)
    expect(body.sources).to.deep.equal([
      { source: 'logs', first: time(70), last: time(50), count: 2 },
      { source: 'metrics', first: time(300), last: time(20), count: 2 },
    ])
  })

  it('of one project omits data without a project', async () => {
    const service = await openService()
    await service.seed('metric_points', [point('x', 1)])
    await service.seed('events', [event(), event({ event_id: hexId(32, 2), project_id: 'other' })])
    await service.seed('app_metrics', [measurement()])
    const { body } = await service.get(queryCoverage, { ...range, project_id: projectId })
    expect(body.sources.map(({ source, count }) => [source, count])).to.deep.equal([
      ['app_metrics', 1],
      ['events', 1],
    ])
  })

  it('never includes another organization', async () => {
    const other = await openService()
    await other.seed('logs', [log()])
    const service = await openService()
    expect((await service.get(queryCoverage, range)).body.sources).to.deep.equal([])
  })
})
