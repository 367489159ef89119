import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { createRandom, type Random } from '../support/random.js'
import { bundlePrograms } from './bundle-programs.js'
import { median, type Measurement } from './report.js'

/** Both servers, and the threads that ingest starts. */
const sources = [
  'test/bench/ingest-server.ts',
  'test/bench/bare-server.ts',
  'packages/event-log/src/embedded/embedded-log-worker.ts',
  'services/ingest/src/requests/inflate-worker.ts',
]

const rounds = 5
const secondsPerRound = 4
const connections = 64
/** Ingest load during latency measurements, as a share of the maximum throughput. */
const busyShare = 0.7

/** A request as SDKs send it. */
interface Load {
  name: string
  aim: string
  headers: Record<string, string>
  body: Buffer
}

interface RunningServer {
  url: string
  stop(): Promise<void>
}

/**
 * Measures envelopes acknowledged per second by the ingest role with the embedded log, compared with a bare server that
 * reads, inflates and responds to the same requests. Both run in their own process, alternating, with this process as
 * the client. Then measures latency when ingest is busy but not saturated.
 */
export async function measureIngest(): Promise<Measurement[]> {
  const folder = await bundlePrograms('ingest', sources)
  const servers = { ours: join(folder, 'ingest-server.js'), bare: join(folder, 'bare-server.js') }
  const random = createRandom(7)
  const loads: Load[] = [
    { name: '2 KB, plain', aim: 'ratio 0.45', headers: {}, body: createEnvelope(random, 2_000) },
    compressed(random, { name: '2 KB, gzip', aim: 'ratio 0.6', bytes: 2_000 }),
    compressed(random, { name: '50 KB, gzip', aim: 'ratio 0.7', bytes: 50_000 }),
  ]
  const measurements: Measurement[] = []
  for (const load of loads) {
    const [ours, bare] = await measureInTurn(servers, load)
    const name = `envelope ingest, ${load.name}`
    const p99 = await measureLatency(servers.ours, load, busyShare * ours)
    measurements.push(
      { name, value: ours, unit: 'requests/s', baseline: bare, aim: load.aim },
      { name: `${name}, p99 at 70 % of that`, value: p99, unit: 'ms', aim: '50 ms' },
    )
  }
  return measurements
}

function compressed(random: Random, { name, aim, bytes }: { name: string; aim: string; bytes: number }): Load {
  return { name, aim, headers: { 'content-encoding': 'gzip' }, body: gzipSync(createEnvelope(random, bytes)) }
}

/** Paths of the programs. */
interface Servers {
  ours: string
  bare: string
}

async function measureInTurn(servers: Servers, load: Load): Promise<[number, number]> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measureServer(servers.bare, load))
    ours.push(await measureServer(servers.ours, load))
  }
  return [median(ours), median(bare)]
}

async function measureServer(file: string, load: Load): Promise<number> {
  return (await loadServer(file, load)).requests.average
}

/** @returns p99 latency in milliseconds at the given request rate. */
async function measureLatency(file: string, load: Load, requestsPerSecond: number): Promise<number> {
  const overallRate = Math.round(requestsPerSecond)
  const p99s: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    p99s.push((await loadServer(file, load, { overallRate })).latency.p99)
  }
  return median(p99s)
}

async function loadServer(file: string, load: Load, pace: { overallRate?: number } = {}): Promise<autocannon.Result> {
  const server = await startServer(file)
  const { headers, body } = load
  const run = (duration: number) =>
    autocannon({ url: server.url, method: 'POST', headers, body, connections, duration, ...pace })
  await run(1)
  const result = await run(secondsPerRound)
  await server.stop()
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${file}: ${result.non2xx} refused, ${result.errors} failed`)
  return result
}

async function startServer(file: string): Promise<RunningServer> {
  const child: ChildProcess = fork(file, { execArgv: [] })
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

/** An error envelope of about the given size, as compressible as real ones. */
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
