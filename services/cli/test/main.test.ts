import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { bundleProgram } from '../../../test/support/bundle-program.js'
import { createEvent, startFakeServer, type FakeServer } from './fake-server.js'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

function exitCodeOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

describe('the signalbox command', () => {
  let server: FakeServer

  before(async () => {
    const events = Array.from({ length: 1_000 }, () => createEvent({ exception_value: 'y'.repeat(1_000) }))
    server = await startFakeServer(200, { events, total: 1_000, has_more: false })
  })
  after(() => {
    server.close()
  })

  async function start(args: string[]) {
    const env = { ...process.env, SIGNALBOX_URL: server.url, SIGNALBOX_API_KEY: 'secret' }
    return spawn(process.execPath, [await bundleProgram(main), ...args], { env })
  }

  it('writes all of a long list to a pipe and exits with 0', async () => {
    const child = await start(['errors'])
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitCodeOf(child)])
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out.trimEnd().split('\n')).to.have.length(1_001)
  })

  it('ends quietly if its reader closes the pipe early', async () => {
    const child = await start(['errors'])
    child.stdout.once('data', () => child.stdout.destroy())
    const [err, code] = await Promise.all([text(child.stderr), exitCodeOf(child)])
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
  })

  it('exits with 2 for wrong usage', async () => {
    const child = await start(['errors', '--since', 'yesterday'])
    const [err, code] = await Promise.all([text(child.stderr), exitCodeOf(child)])
    expect(code).to.equal(2)
    expect(err)
      .to.contain('It must be a duration')
      .and.not.to.match(/\n\s+at /)
  })
})
