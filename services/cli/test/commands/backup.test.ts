import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { runOffline } from '../../../signalbox/src/offline/run-offline.js'
import { startFakeServer } from '../fake-server.js'
import { startRealServer, type RealServer } from '../support/real-server.js'
import { now, run } from '../support/run.js'

/** The installation's offline program, in this process. */
async function offline(args: readonly string[]): Promise<boolean> {
  const { message, exitCode } = await runOffline({ args, now })
  said.push(message)
  return exitCode === 0
}
const said: string[] = []

describe('signalbox backup and restore', () => {
  let server: RealServer
  let file: string
  before(async () => {
    server = await startRealServer()
    file = join(server.directory, 'a.backup')
  })
  after(() => {
    server.remove()
  })
  beforeEach(() => {
    said.length = 0
  })

  it('writes the backup of a running installation, readable by its owner only', async () => {
    const { code, out, err } = await server.run(['backup', file])
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out).to.contain(`${file} contains the control plane as of 2026-06-01T00:00:00.000Z`)
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(readdirSync(server.directory)).to.have.members(['a.backup', 'control-plane'])
  })

  it('replaces no file without --force', async () => {
    const before = readFileSync(file)
    const { code, err } = await server.run(['backup', file])
    expect(code).to.equal(2)
    expect(err).to.contain('--force')
    expect(readFileSync(file).equals(before)).to.equal(true)
  })

  it('names a missing folder or file, without calling the server', async () => {
    const nowhere = join(server.directory, 'nowhere')
    const backup = await run(['backup', join(nowhere, 'a.backup'), '--url', 'http://127.0.0.1:1', '--api-key', 'k'])
    expect(backup).to.include({ code: 1, err: `signalbox: the folder ${nowhere} does not exist\n` })
    const restored = await run(['restore', nowhere], { runOffline: offline })
    expect(restored).to.include({ code: 1, err: `signalbox: ${nowhere} does not exist\n` })
    expect(said).to.deep.equal([])
  })

  it('leaves no file if the response is not from Signalbox', async () => {
    const fake = await startFakeServer(200, { hello: 'world' })
    const target = join(server.directory, 'none.backup')
    const { code } = await run(['backup', target, '--url', fake.url, '--api-key', 'k'])
    fake.close()
    expect(code).to.equal(1)
    expect(existsSync(target) || existsSync(`${target}.partial`)).to.equal(false)
  })

  it('backs up a data directory that is in use, but restores only to one that is not', async () => {
    const target = join(server.directory, 'offline.backup')
    const options = { runOffline: offline }
    expect((await run(['backup', target, '--data-dir', server.directory], options)).code).to.equal(0)
    const refused = await run(['restore', target, '--data-dir', server.directory], options)
    expect(refused.code).to.equal(1)
    expect(said[1]).to.contain('is in use: stop Signalbox first')
    server.stop()
    const env = { SIGNALBOX_DATA_DIR: server.directory }
    expect((await run(['restore', file], { ...options, env })).code).to.equal(0)
    expect(said[2]).to.contain('The control plane was restored to 2026-06-01').and.to.contain('.replaced-')
  })
})
