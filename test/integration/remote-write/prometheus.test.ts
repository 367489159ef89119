import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../../support/in-process-signalbox.js'

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('Prometheus remote write', () => {
  let signalbox: InProcessSignalbox
  let directory: string
  let prometheus: ChildProcess
  let url: string

  const configure = (scrapes: object[]) =>
    writeFile(
      join(directory, 'prometheus.yml'),
      // JSON is valid YAML.
      JSON.stringify({
        global: { scrape_interval: '1s' },
        scrape_configs: scrapes,
        remote_write: [
          {
            url: `${signalbox.url}/api/v1/write`,
            authorization: { credentials: signalbox.apiKey },
            queue_config: { batch_send_deadline: '200ms' },
          },
        ],
      }),
    )

  before(async () => {
    signalbox = await startInProcess()
    directory = await mkdtemp(join(tmpdir(), 'signalbox-prometheus-'))
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    await configure([{ job_name: 'self', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }])
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(directory, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(directory, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--web.enable-lifecycle',
      ],
      { stdio: 'ignore' },
    )
    await eventually(async () => expect((await fetch(`${url}/-/ready`)).status).to.equal(200), { withinMs: 20_000 })
  })
  after(async () => {
    prometheus.kill('SIGKILL')
    await once(prometheus, 'exit')
    await signalbox.close()
    await rm(directory, { recursive: true, force: true })
  })

  /** Samples of all series of one of Prometheus's own metrics. */
  async function readOwn(name: string): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text()
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }

  it('stores as many samples as were sent', async () => {
    await eventually(
      async () => expect(await readOwn('prometheus_remote_storage_samples_total')).to.be.greaterThan(1_000),
      {
        withinMs: 30_000,
      },
    )
    await configure([])
    expect((await fetch(`${url}/-/reload`, { method: 'POST' })).status).to.equal(200)
    await eventually(
      async () => {
        expect(await readOwn('prometheus_remote_storage_samples_pending')).to.equal(0)
        expect(await readOwn('prometheus_remote_storage_samples_failed_total')).to.equal(0)
        const ledger = await signalbox.readLedger()
        const received = (ledger['data_point stored'] ?? 0) + (ledger['data_point dropped no_value'] ?? 0)
        expect(received).to.equal(await readOwn('prometheus_remote_storage_samples_total'))
        expect(Object.keys(ledger).every((entry) => entry.startsWith('data_point '))).to.equal(true)
      },
      { withinMs: 30_000 },
    )
    expect(new Set(await signalbox.readColumn('data_points', 'service'))).to.deep.equal(new Set(['self']))
    expect(await signalbox.readColumn('data_points', 'name')).to.include('prometheus_http_requests_total')
  })
})
