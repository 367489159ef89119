import { expect } from 'chai'
import {
  rootKey,
  serveControlPlane,
  type ServedControlPlane,
} from '../../services/control-plane/test/support/served-control-plane.js'

const json = 'application/json'
const path = '/api/v1/telemetry/projects/'

/** Bodies that parsers understand differently, with the expected status. */
const bodies: Record<string, { body: string; type?: string; status: number }> = {
  'a prototype': { body: '{"name":"x","__proto__":{"number":7}}', status: 400 },
  'a constructor': { body: '{"name":"x","constructor":{"prototype":{"number":7}}}', status: 400 },
  'an infinite number': { body: '{"name":"x","number":1e400}', status: 400 },
  'a number that cannot be represented': { body: '{"name":"x","number":9007199254740993}', status: 400 },
  'a negative number': { body: '{"name":"x","number":-1}', status: 400 },
  'an array': { body: '[{"name":"x"}]', status: 400 },
  'five thousand levels': { body: `${'{"name":'.repeat(5_000)}1${'}'.repeat(5_000)}`, status: 400 },
  'text in Latin-1': { body: '{"name":"x"}', type: `${json}; charset=latin1`, status: 415 },
  'another encoding': { body: '{"name":"x"}', type: `${json}; charset=utf-16`, status: 415 },
  'plain text, which pages of other sites may send': { body: '{"name":"x"}', type: 'text/plain', status: 415 },
  'a form, which pages of other sites may send': {
    body: 'name=x',
    type: 'application/x-www-form-urlencoded',
    status: 415,
  },
}

describe('a client that confuses the API', () => {
  let served: ServedControlPlane
  before(async () => {
    served = await serveControlPlane()
  })
  after(() => served.close())

  const send = (body: string, headers: Record<string, string>) =>
    fetch(served.url + path, { method: 'POST', body, headers: { authorization: `Bearer ${rootKey}`, ...headers } })
  const countProjects = async () => {
    const { body } = await served.call('GET', path)
    return (body as { projects: unknown[] }).projects.length
  }

  for (const [name, { body, type = json, status }] of Object.entries(bodies)) {
    it(`by ${name} gets ${status}, and creates nothing`, async () => {
      const before = await countProjects()
      expect((await send(body, { 'content-type': type })).status).to.equal(status)
      expect(await countProjects()).to.equal(before)
    })
  }

  it('by the addresses in its headers finds the public one in links', async () => {
    const headers = { 'x-forwarded-host': 'elsewhere.example', forwarded: 'host=elsewhere.example;proto=https' }
    const created = await send('{"name":"linked"}', { 'content-type': json, ...headers })
    expect(created.status).to.equal(201)
    expect(await created.text())
      .to.include('signalbox.test')
      .and.not.include('elsewhere')
  })

  it('by its key in the query is not authenticated: addresses end up in logs', async () => {
    expect((await fetch(`${served.url}${path}?api_key=${rootKey}&key=${rootKey}`)).status).to.equal(401)
  })

  it('lets neither caches nor other origins have the response', async () => {
    const res = await fetch(served.url + path, {
      headers: { authorization: `Bearer ${rootKey}`, origin: 'https://elsewhere.example' },
    })
    expect(res.headers.get('cache-control')).to.equal('no-store')
    expect(res.headers.get('access-control-allow-origin')).to.equal(null)
    expect(res.headers.get('x-content-type-options')).to.equal('nosniff')
  })
})
