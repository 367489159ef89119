import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes, type ApiKey } from '@signalbox/contracts'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { openControlPlane, type ControlPlane } from '../src/index.js'
import { TestControlPlane } from './support/test-control-plane.js'

const rootKey = 'root-key-of-the-test'

describe('bootstrap', () => {
  let directory: string
  let controlPlane: ControlPlane
  const open = () => openControlPlane({ dataDirectory: directory, publicUrl: 'https://telemetry.example.com:8443/in' })

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'control-plane-'))
    controlPlane = open()
  })
  afterEach(() => {
    controlPlane.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('creates an organization, a key with all scopes and a project, and prints the key once', async () => {
    const first = controlPlane.bootstrap()
    const second = controlPlane.bootstrap()
    expect(first.generatedApiKey).to.match(/^sbk_[0-9a-f]{64}$/)
    const { ownerInvitation } = second
    expect(second).to.deep.equal({ ...first, generatedApiKey: undefined, ownerInvitation })
    expect(first.dsn).to.match(/^https:\/\/[0-9a-f]{32}@telemetry\.example\.com:8443\/in\/1$/)
    const caller = await controlPlane.keys.findApiKey(first.generatedApiKey ?? '')
    expect([...(caller?.scopes ?? [])]).to.have.members([...apiScopes])
  })

  it('creates a secret only when it can be shown, otherwise on the next start', () => {
    controlPlane.prepare()
    controlPlane.close()
    controlPlane = open()
    expect(controlPlane.bootstrap().generatedApiKey).to.match(/^sbk_/)
  })

  it('invites an owner on every start while there are no members, which revokes the previous invitation', () => {
    const links = [controlPlane.bootstrap().ownerInvitation, controlPlane.bootstrap().ownerInvitation]
    expect(new Set(links)).to.have.length(2)
    const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
    expect(database.prepare('SELECT count(*) FROM invitations').pluck().get()).to.equal(1)
    database.close()
  })

  it('adds another configured key on a later start and retains the first', async () => {
    controlPlane.bootstrap(rootKey)
    controlPlane.close()
    controlPlane = open()
    expect(controlPlane.bootstrap('another-given-key').generatedApiKey).to.equal(undefined)
    expect(await controlPlane.keys.findApiKey(rootKey)).not.to.equal(undefined)
    expect(await controlPlane.keys.findApiKey('another-given-key')).not.to.equal(undefined)
  })

  it('does not restore a revoked key', async () => {
    const test = new TestControlPlane()
    const keysPath = '/api/v1/organization/api-keys/'
    const other = await test.createKey(apiScopes)
    const {
      api_keys: [root],
    } = (await test.get(keysPath)).body as { api_keys: ApiKey[] }
    await test.delete(`${keysPath}${root?.id ?? ''}/`, other)
    test.controlPlane.bootstrap(test.rootKey)
    expect(await test.controlPlane.keys.findApiKey(test.rootKey)).to.equal(undefined)
    test.close()
  })

  for (const apiKey of ['short', 'with space in it', 'ünïcödë-key', 'x'.repeat(1_000)]) {
    it(`rejects ${JSON.stringify(apiKey.slice(0, 20))} as a key and writes nothing`, () => {
      expect(() => controlPlane.bootstrap(apiKey)).to.throw('SIGNALBOX_BOOTSTRAP_API_KEY must be')
      const database = new Sqlite(join(directory, 'control-plane.db'), { readonly: true })
      expect(database.prepare('SELECT count(*) FROM organizations').pluck().get()).to.equal(0)
      database.close()
    })
  }

  it('stores no key on disk', () => {
    const { generatedApiKey } = controlPlane.bootstrap()
    controlPlane.close()
    for (const file of readdirSync(directory)) {
      expect(readFileSync(join(directory, file)).includes(generatedApiKey ?? 'none')).to.equal(false)
    }
    controlPlane = open()
  })
})
