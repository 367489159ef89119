import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { makeTlsPair } from '../../../../test/support/make-tls-pair.js'
import { ConfigError, createMetrics, openTlsFiles, publicUrlOf, type TlsFiles, type TlsPair } from '../../src/index.js'

describe('openTlsFiles', () => {
  let directory: string
  let lines: string[]
  const log = {
    info: (_fields: unknown, message: string) => lines.push(`info: ${message}`),
    warn: (_fields: unknown, message: string) => lines.push(`warn: ${message}`),
    error: (_fields: unknown, message: string) => lines.push(`error: ${message}`),
  }

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalbox-tls-'))
    lines = []
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  const open = (config: { tlsCert?: string; tlsKey?: string }, clock = Date.now, metrics = createMetrics()) =>
    openTlsFiles({ tlsCert: undefined, tlsKey: undefined, ...config }, { log, metrics, clock, checkEveryMs: 5 })
  const faultOf = (config: { tlsCert?: string; tlsKey?: string }): string => {
    try {
      open(config)
    } catch (error) {
      if (error instanceof ConfigError) return error.faults.join('\n')
      throw error
    }
    return 'none'
  }
  const opened = (
    config: { tlsCert: string; tlsKey: string },
    clock = Date.now,
    metrics = createMetrics(),
  ): TlsFiles => {
    const files = open(config, clock, metrics)
    if (!files) throw new Error('no files were opened')
    return files
  }

  it('opens none if none are configured', () => {
    expect(open({})).to.equal(undefined)
  })

  it('rejects one file without the other', () => {
    const { tlsCert, tlsKey } = makeTlsPair(directory)
    expect(faultOf({ tlsCert })).to.equal('SIGNALBOX_TLS_KEY must be set with SIGNALBOX_TLS_CERT')
    expect(faultOf({ tlsKey })).to.equal('SIGNALBOX_TLS_CERT must be set with SIGNALBOX_TLS_KEY')
  })

  it('reports in one sentence which file is missing, invalid, or does not match the other', () => {
    const pair = makeTlsPair(directory)
    const otherKey = join(directory, 'other.pem')
    copyFileSync(pair.tlsKey, otherKey)
    makeTlsPair(directory)
    expect(faultOf({ ...pair, tlsCert: '/missing/cert.pem' })).to.match(
      /^SIGNALBOX_TLS_CERT: \/missing\/cert\.pem cannot be read/,
    )
    expect(faultOf({ ...pair, tlsKey: '/missing/key.pem' })).to.match(
      /^SIGNALBOX_TLS_KEY: \/missing\/key\.pem cannot be read/,
    )
    expect(faultOf({ ...pair, tlsCert: pair.tlsKey })).to.contain('does not start with a PEM certificate')
    expect(faultOf({ ...pair, tlsKey: otherKey })).to.contain(`${otherKey} is not the unencrypted private key`)
    for (const file of [otherKey, pair.tlsCert]) {
      writeFileSync(file, '')
      expect(faultOf({ ...pair, tlsKey: otherKey })).to.match(/^SIGNALBOX_TLS_(CERT|KEY): /)
    }
  })

  it('picks up renewed files, including those behind symbolic links', async () => {
    const live = join(directory, 'live')
    makeTlsPair(directory)
    for (const file of ['cert.pem', 'key.pem']) renameSync(join(directory, file), join(directory, `1-${file}`))
    const before = makeTlsPair(directory)
    symlinkSync(directory, live)
    const files = opened({ tlsCert: join(live, 'cert.pem'), tlsKey: join(live, 'key.pem') })
    const changes: TlsPair[] = []
    const watching = files.watch((pair) => changes.push(pair))
    const first = files.pair()
    renameSync(join(directory, '1-key.pem'), before.tlsKey)
    renameSync(join(directory, '1-cert.pem'), before.tlsCert)
    await eventually(() => {
      expect(changes).to.have.length(1)
    })
    expect(files.pair()).to.equal(changes[0])
    expect(files.pair().cert.equals(first.cert)).to.equal(false)
    await watching.stop()
    expect(lines.at(-1)).to.equal('info: certificate reloaded')
  })

  it('retains the previous pair while the new one is unusable, and reports it once', async () => {
    const pair = makeTlsPair(directory)
    let checks = 0
    const files = opened(pair, () => {
      checks += 1
      return Date.now()
    })
    const first = files.pair()
    const changes: TlsPair[] = []
    const watching = files.watch((changed) => changes.push(changed))
    truncateSync(pair.tlsCert, 40)
    await eventually(() => {
      expect(lines).to.have.length(1)
    })
    const seen = checks
    await eventually(() => {
      expect(checks).to.be.above(seen + 20)
    })
    expect(lines).to.deep.equal(['error: the new certificate is not usable; still serving the previous one'])
    expect(files.pair()).to.equal(first)
    makeTlsPair(directory)
    await eventually(() => {
      expect(changes).to.have.length(1)
    })
    await watching.stop()
  })

  it("exports the certificate's expiry, and warns once a day from a week before it", async () => {
    const pair = makeTlsPair(directory, { days: 30 })
    const metrics = createMetrics()
    let now = Date.now()
    const files = opened(pair, () => now, metrics)
    const { expiresAt } = files.pair()
    expect(expiresAt - now).to.be.within(29.9 * dayMs, 30 * dayMs)
    expect(await metrics.registry.metrics()).to.contain(
      `\nsignalbox_tls_certificate_expiry_timestamp_seconds ${expiresAt / 1_000}\n`,
    )
    const watching = files.watch(() => undefined)
    expect(lines).to.deep.equal([])
    const told: string[] = []
    for (const [at, state] of [
      [expiresAt - 6 * dayMs, 'is about to expire'],
      [expiresAt - 5 * dayMs, 'is about to expire'],
      [expiresAt + 1, 'has expired'],
    ] as const) {
      now = at
      told.push(`warn: the certificate ${state}`)
      await eventually(() => {
        expect(lines).to.deep.equal(told)
      })
    }
    await watching.stop()
  })
})

describe('publicUrlOf', () => {
  const port = 8_000
  it("is the configured URL, or the process's own port with its scheme", () => {
    expect(publicUrlOf({ port, publicUrl: undefined, tlsCert: undefined })).to.equal('http://127.0.0.1:8000')
    expect(publicUrlOf({ port, publicUrl: undefined, tlsCert: 'cert.pem' })).to.equal('https://127.0.0.1:8000')
    expect(publicUrlOf({ port, publicUrl: 'https://a.example', tlsCert: undefined })).to.equal('https://a.example')
  })
})
