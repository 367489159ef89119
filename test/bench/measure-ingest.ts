import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { createRandom, type Random } from '../support/random.js'
import { median, type Measurement } from './report.js'

const rounds = 5
const secondsPerRound = 4
const connections = 64

/** A request as the SDKs send it. */
interface Load {
  name: string
  headers: Record<string, string>
  body: Buffer
}

interface RunningServer {
  url: string
  stop(): Promise<void>
}

/**
 * Envelopes acknowledged a second by the ingest role with the embedded log, against a bare server that reads, inflates
 * and answers the same requests. Both run in a process of their own, in turn, with this process as the client.
 */
export async function measureIngest(): Promise<Measurement[]> {
  const random = createRandom(7)
  const loads: Load[] = [
    { name: '2 KB, plain', headers: {}, body: createEnvelope(random, 2_000) },
    { name: '2 KB, gzip', headers: { 'content-encoding': 'gzip' }, body: gzipSync(createEnvelope(random, 2_000)) },
    { name: '50 KB, gzip', headers: { 'content-encoding': 'gzip' }, body: gzipSync(createEnvelope(random, 50_000)) },
  ]
  const measurements: Measurement[] = []
  for (const load of loads) {
    const [ours, bare] = await measureInTurn(load)
    measurements.push({
      name: `envelope ingest, ${load.name}`,
      value: ours,
      unit: 'requests/s',
      baseline: bare,
      aim: 'ratio 0.5',
    })
  }
  return measurements
}

async function measureInTurn(load: Load): Promise<[number, number]> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measureServer('./bare-server.ts', load))
    ours.push(await measureServer('./ingest-server.ts', load))
  }
  return [median(ours), median(bare)]
}

async function measureServer(file: string, load: Load): Promise<number> {
  const server = await startServer(file)
  const run = (duration: number) =>
    autocannon({ url: server.url, method: 'POST', headers: load.headers, body: load.body, connections, duration })
  await run(1)
  const result = await run(secondsPerRound)
  await server.stop()
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${file}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

async function startServer(file: string): Promise<RunningServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import=tsx', '--conditions=@signalbox/source'],
  })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  const path = '/api/42/envelope/?sentry_version=7&sentry_key=0123456789abcdef0123456789abcdef'
  return {
    url: `http://127.0.0.1:${message.port}${path}`,
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** An error envelope of about the size, as hard to compress as real ones. */
function createEnvelope(random: Random, bytes: number): Buffer {
  const frame = () => ({
    function: random.pick(['chargeCard', 'handleRequest', 'runQuery', 'next']),
    filename: `/srv/app/src/${random.pick(['cart', 'orders', 'users'])}/${random.hex(6)}.js`,
    lineno: random.integer(1, 900),
    colno: random.integer(1, 80),
    in_app: true,
    context_line: `  const result = await ${random.hex(12)}(${random.hex(8)})`,
  })
  const frames = [frame()]
  while (JSON.stringify(frames).length < bytes - 500) frames.push(frame())
  const event = {
    platform: 'node',
    timestamp: Date.now() / 1000,
    exception: { values: [{ type: 'TypeError', value: 'card declined', stacktrace: { frames } }] },
  }
  const header = { event_id: random.hex(32), sent_at: new Date().toISOString() }
  return Buffer.from([header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n'))
}
