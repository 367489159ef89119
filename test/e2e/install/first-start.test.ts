import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warningKinds } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'
import { readMetric, readMetrics } from '../../support/read-metric.js'
import { TestBrowser } from '../../support/test-browser.js'

const program = fileURLToPath(new URL('../../../services/signalbox/dist/main.js', import.meta.url))
const keyPattern = /^ {2}API key {3}(sbk_[0-9a-f]+)/m
const ownerPattern = /^ {2}owner {5}(\S+)/m

describe('first starts of an installation', () => {
  let directory: string
  let port: number
  let adminPort: number
  let url: string
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-first-'))
    ;[port = 0, adminPort = 0] = await findFreePorts(2)
    url = `http://127.0.0.1:${port}`
  })
  after(() => rm(directory, { recursive: true, force: true }))

  /**
   * Starts it, runs a callback, and stops it.
   * @returns all of its output.
   */
  async function runOnce(meanwhile: (printed: string) => Promise<void> = () => Promise.resolve()) {
    const env = {
      PATH: process.env['PATH'],
      SIGNALBOX_PORT: String(port),
      SIGNALBOX_ADMIN_PORT: String(adminPort),
      SIGNALBOX_DATA_DIR: join(directory, 'data'),
    }
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = once(child, 'close')
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
    try {
      await eventually(
        () => {
          if (child.exitCode === null) expect(printed).to.include('Signalbox is ready')
        },
        { withinMs: 50_000 },
      )
      if (child.exitCode === null) await meanwhile(printed)
    } finally {
      child.kill('SIGTERM')
      await ended
    }
    return { printed, code: child.exitCode }
  }

  const keyOf = (printed: string) => keyPattern.exec(printed)?.[1] ?? expect.fail(printed)
  const linkOf = (printed: string) => ownerPattern.exec(printed)?.[1] ?? expect.fail(printed)

  it('leave no key behind if the port is taken, and report it in one sentence', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const { printed, code } = await runOnce()
    other.close()
    await once(other, 'close')
    expect(code).to.equal(1)
    expect(printed).to.include(`127.0.0.1:${port} is already in use`)
    expect(printed).not.to.match(/sbk_|Signalbox is ready|\n\s+at /)
  })

  it('print a key that works once, and a link for the owner until someone joins', async () => {
    let first = ''
    await runOnce(async (printed) => {
      first = linkOf(printed)
      const headers = { authorization: `Bearer ${keyOf(printed)}` }
      expect((await fetch(`${url}/api/v1/telemetry/projects/`, { headers })).status).to.equal(200)
    })
    await runOnce(async (printed) => {
      expect(printed).not.to.match(keyPattern)
      const refused = await new TestBrowser(url).accept(first, 'ada@example.com').catch((error: unknown) => error)
      expect(refused).to.be.instanceOf(Error)
      await new TestBrowser(url).accept(linkOf(printed), 'ada@example.com')
    })
    const { printed, code } = await runOnce()
    expect(printed).to.include('Signalbox is ready').and.not.to.match(ownerPattern)
    expect(code).to.equal(0)
  })

  it('start all warning counters at zero, and export runtime metrics', async () => {
    await runOnce(async () => {
      const adminUrl = `http://127.0.0.1:${adminPort}`
      for (const kind of warningKinds) {
        expect(await readMetrics(adminUrl, 'signalbox_warnings_total', `kind="${kind}"`), kind).to.deep.equal([0])
      }
      for (const reason of ['log_full', 'too_large', 'rejected', 'unauthenticated']) {
        const counts = await readMetrics(adminUrl, 'signalbox_ingest_refused_requests_total', `reason="${reason}"`)
        expect(counts, reason).to.not.deep.equal([])
        expect(Math.max(...counts), reason).to.equal(0)
      }
      const measured = ['build_info', 'disk_free_bytes', 'disk_size_bytes', 'event_log_budget_bytes']
      for (const name of measured) expect(await readMetric(adminUrl, `signalbox_${name}`), name).to.be.above(0)
      const lags = await readMetrics(adminUrl, 'signalbox_pipeline_lag_seconds')
      expect(lags).to.not.deep.equal([])
      expect(Math.max(...lags)).to.equal(0)
    })
  })
})
