import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { makeTlsPair, type TlsPairFiles } from '../support/make-tls-pair.js'
import { readMetric } from '../support/read-metric.js'
import { startSignalbox, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const appFile = fileURLToPath(new URL('./sdk/node-app.mjs', import.meta.url))
const cliFile = fileURLToPath(new URL('../../services/cli/bin/signalbox.js', import.meta.url))
const metric = 'signalbox_tls_certificate_expiry_timestamp_seconds'

describe('an installation that serves HTTPS itself', () => {
  let directory: string
  let files: TlsPairFiles
  let signalbox: SignalboxProcess

  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'signalbox-tls-'))
    files = makeTlsPair(directory, { name: 'first', days: 30 })
    signalbox = await startSignalbox({
      env: { SIGNALBOX_TLS_CERT: files.tlsCert, SIGNALBOX_TLS_KEY: files.tlsKey },
    })
  })
  after(async () => {
    await signalbox.dispose()
    rmSync(directory, { recursive: true })
  })

  const callCli = (args: string[], env: Record<string, string> = { NODE_EXTRA_CA_CERTS: files.tlsCert }) => {
    const connection = { SIGNALBOX_URL: signalbox.url, SIGNALBOX_API_KEY: signalbox.apiKey }
    return run(process.execPath, [cliFile, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...connection, ...env },
    })
  }
  const nameServed = async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(signalbox.url).port), rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }

  it('receives and shows events of an unchanged SDK that trusts its certificate authority', async () => {
    const dsn = (await callCli(['projects', 'create', 'shop'])).stdout.trim()
    expect(dsn).to.match(/^https:/)
    const env = { ...process.env, SENTRY_DSN: dsn, NODE_EXTRA_CA_CERTS: files.tlsCert }
    const raised = JSON.parse((await run(process.execPath, [appFile], { env })).stdout) as { first: string }
    await eventually(async () => {
      expect((await callCli(['errors', '--event-id', raised.first])).stdout).to.contain('card declined for order 1')
    })
  })

  it('is distinguishable from an unreachable server for clients that do not trust its certificate', async () => {
    const refused: unknown = await callCli(['projects', 'list'], {}).catch((error: unknown) => error)
    expect(refused).to.have.property('stderr').that.contains('NODE_EXTRA_CA_CERTS')
  })

  it('serves a renewed certificate, and reports its expiry, without a restart', async () => {
    expect(await nameServed()).to.equal('first')
    const before = await readMetric(signalbox.adminUrl, metric)
    makeTlsPair(directory, { name: 'second', days: 60 })
    await eventually(
      async () => {
        expect(await nameServed()).to.equal('second')
        expect(await readMetric(signalbox.adminUrl, metric)).to.be.above(before)
      },
      { withinMs: 40_000 },
    )
    expect((await callCli(['projects', 'list'])).stdout).to.contain('shop')
  })

  it('refuses to start with only one file of the pair', async () => {
    const env = { SIGNALBOX_TLS_CERT: files.tlsCert }
    const refused: unknown = await startSignalbox({ env }).catch((error: unknown) => error)
    expect(String(refused)).to.contain('SIGNALBOX_TLS_KEY must be set with SIGNALBOX_TLS_CERT')
  })

  it('stops in time despite an unfinished handshake', async () => {
    const socket = connectPlain(Number(new URL(signalbox.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    // The header of a TLS record that announces a 512-byte ClientHello.
    socket.write(Buffer.from([22, 3, 1, 2, 0, 1]))
    expect(await signalbox.stop()).to.equal(0)
  })
})
