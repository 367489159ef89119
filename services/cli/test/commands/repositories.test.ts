import type { Repository } from '@signalbox/contracts'
import { expect } from 'chai'
import { startRealServer, type RealServer } from '../support/real-server.js'

describe('signalbox repositories', () => {
  let server: RealServer
  before(async () => {
    server = await startRealServer()
  })
  after(() => {
    server.stop()
    server.remove()
  })

  const link = (name: string) => server.run(['repositories', 'link', name, '--project', '1'])
  const names = async (...args: string[]) => {
    const { out } = await server.run(['repositories', 'list', '--json', ...args])
    return (JSON.parse(out) as { items: Repository[] }).items.map(({ full_name }) => full_name)
  }

  it('reports an empty list', async () => {
    expect((await server.run(['repositories', 'list'])).out).to.equal('No repositories.\n')
  })

  it('links, lists with project names, and unlinks', async () => {
    expect(await link('acme/shop')).to.deep.equal({ code: 0, out: 'Linked acme/shop\n', err: '' })
    await link('acme/api')
    expect(await names('--project', '1')).to.deep.equal(['acme/api', 'acme/shop'])
    expect((await server.run(['repositories', 'list'])).out).to.match(/^acme\/shop +default$/m)
    const { out } = await server.run(['repositories', 'unlink', 'acme/shop', '--project', '1'])
    expect(out).to.equal('Unlinked acme/shop\n')
    expect(await names('--project', '1')).to.deep.equal(['acme/api'])
    expect(await names()).to.deep.equal(['acme/api', 'acme/shop'])
  })

  it('filters lists of changes and deployments by project', async () => {
    await link('acme/timeline')
    for (const name of ['acme/timeline', 'acme/other']) {
      await server.run(['deployments', 'create', `Ship ${name}`, '--repository', name, '--no-monitor'])
    }
    for (const list of ['changes', 'deployments']) {
      const { out } = await server.run([list, 'list', '--project', '1'])
      expect(out).to.contain('Ship acme/timeline').and.not.to.contain('acme/other')
    }
  })

  it('fails for an unlinked repository, an unknown project, and wrong usage', async () => {
    const unlinked = await server.run(['repositories', 'unlink', 'acme/none', '--project', '1'])
    expect(unlinked).to.deep.include({ code: 1, out: '' })
    expect(unlinked.err).to.contain('acme/none')
    expect((await server.run(['repositories', 'link', 'a/b', '--project', '9'])).code).to.equal(1)
    expect((await server.run(['repositories', 'link', 'shop', '--project', '1'])).err).to.contain('/full_name')
    expect((await server.run(['repositories', 'link', 'a/b'])).code).to.equal(2)
  })
})
