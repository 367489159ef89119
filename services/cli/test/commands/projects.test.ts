import type { TelemetryProject } from '@signalbox/contracts'
import { expect } from 'chai'
import { startRealServer, type RealServer } from '../support/real-server.js'

describe('signalbox projects', () => {
  let server: RealServer
  before(async () => {
    server = await startRealServer()
  })
  after(() => {
    server.stop()
    server.remove()
  })

  const list = async () => {
    const { out } = await server.run(['projects', 'list', '--json'])
    const { items, next } = JSON.parse(out) as { items: TelemetryProject[]; next: unknown }
    expect(next).to.equal(null)
    return items
  }

  it('creates a project for an existing DSN, and lists it', async () => {
    const dsn = 'https://0123456789abcdef0123456789abcdef@errors.example.com/42'
    const { code, out, err } = await server.run(['projects', 'create', 'shop', '--dsn', dsn])
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out).to.match(/^https?:\/\/0123456789abcdef0123456789abcdef@[^/]+\/42\n$/)
    expect((await list()).map(({ number, name }) => [number, name])).to.deep.equal([
      [1, 'default'],
      [42, 'shop'],
    ])
    expect((await server.run(['projects', 'list'])).out).to.match(/^42 +shop +yes +http/m)
  })

  it('renames a project and turns it off and on', async () => {
    expect((await server.run(['projects', 'rename', '1', 'Checkout'])).out).to.equal('Renamed project 1 to Checkout\n')
    expect((await server.run(['projects', 'deactivate', '1'])).out).to.equal('Checkout is now inactive\n')
    expect((await list())[0]).to.include({ name: 'Checkout', is_active: false })
    expect((await server.run(['projects', 'activate', '1'])).out).to.equal('Checkout is now active\n')
  })

  it('deletes a project only after confirmation', async () => {
    const { out } = await server.run(['projects', 'create', 'gone', '--json'])
    const { id, number } = JSON.parse(out) as TelemetryProject
    const refused = await server.run(['projects', 'delete', String(number)])
    expect(refused).to.deep.include({ code: 1, out: '' })
    expect(refused.err).to.contain('with all of its data?').and.contain('nothing was deleted')
    expect((await list()).map((project) => project.id)).to.include(id)
    expect((await server.run(['projects', 'delete', id, '--yes'])).code).to.equal(0)
    expect((await list()).map((project) => project.id)).not.to.include(id)
    expect((await server.run(['projects', 'delete', id, '--yes'])).err).to.contain('No such project (404)')
  })

  it('rejects an invalid DSN', async () => {
    expect(await server.run(['projects', 'create', 'x', '--dsn', 'https://a@b/c'])).to.deep.include({
      code: 2,
      out: '',
    })
  })
})
