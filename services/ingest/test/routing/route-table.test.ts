import { expect } from 'chai'
import { createRouteTable } from '../../src/routing/route-table.js'

describe('route table', () => {
  const find = createRouteTable({
    '/api/:project/envelope/': 'envelope',
    '/api/envelope/': 'any envelope',
    '/api/:project/cron/:slug/:key/': 'check-in',
    '/api/:project/events/:eventId/attachments/': 'attachments',
    '/api/v1/telemetry/spans/': 'spans',
  })

  it('finds the target, the metrics label and the path parameters', () => {
    expect(find('/api/42/envelope/')).to.deep.equal({
      target: 'envelope',
      label: '/api/*/envelope/',
      parameters: { project: '42' },
    })
    expect(find('/api/42/cron/job/abc')?.parameters).to.deep.equal({ project: '42', slug: 'job', key: 'abc' })
    expect(find('/api/42/events/ff/attachments/')?.parameters).to.deep.equal({ project: '42', eventId: 'ff' })
    expect(find('/api/envelope')?.target).to.equal('any envelope')
  })

  it('ignores trailing and repeated slashes', () => {
    for (const path of ['/api/42/envelope', '//api//42/envelope//', 'api/42/envelope/']) {
      expect(find(path)?.target, path).to.equal('envelope')
    }
  })

  it('leaves other paths to other handlers, in particular those of the JSON API', () => {
    const others = ['/', '', '/api/', '/api/42/', '/api/42/envelope/x', '/api/v1/telemetry/', '/API/42/envelope/']
    const jsonApi = ['/api/v1/envelope/', '/api/v1/events/ff/attachments/', '/api/v1/cron/a/b/']
    for (const path of [...others, ...jsonApi]) expect(find(path), path).to.equal(undefined)
  })

  it('treats names of built-in properties as ordinary words', () => {
    expect(find('/constructor/__proto__/')).to.equal(undefined)
    expect(find('/api/__proto__/envelope/')?.parameters.project).to.equal('__proto__')
  })

  it('rejects an unused parameter, which would match nothing', () => {
    expect(() => createRouteTable({ '/api/:project/dumps/:dump/': 'dump' })).to.throw(RangeError, ':dump')
  })
})
