import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/eventually.js'
import { buildClusterAgent, startClusterAgent } from '../support/kubernetes/cluster-agent-process.js'
import { startKubernetesStandIn } from '../support/kubernetes/kubernetes-stand-in.js'
import { manyPods } from '../support/kubernetes/sample-pods.js'
import { readProcessorSeconds } from './process-tree.js'
import { median, type Measurement } from './report.js'

const pods = 50
/** Of these pods, this many are scraped, with this many series each. */
const scrapedPods = 5
const seriesOfPage = 500
const warmUpLooks = 20
const measuredLooks = 60
/** Collections are a second apart here, and half a minute in production. */
const intervalSeconds = 30

/** Measures memory and CPU time of the agent on a node with 50 pods of two containers, five of them scraped. */
export async function measureClusterAgent(): Promise<Measurement[]> {
  const [bundle = ''] = await buildClusterAgent({ executable: false })
  const page = Array.from(
    { length: seriesOfPage },
    (_, index) => `http_requests_total{path="/${index}"} ${index}\n`,
  ).join('')
  const posts: number[] = []
  const sink = await startSink(page, posts)
  const standIn = await startKubernetesStandIn({ pods: annotate(sink.port) })
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const agent = startClusterAgent([process.execPath, bundle], {
    SIGNALBOX_URL: sink.url,
    SIGNALBOX_API_KEY: 'key',
    SIGNALBOX_ADMIN_PORT: String(sink.port + 1),
    SIGNALBOX_CLUSTER_AGENT_DATA_DIR: directory,
    SIGNALBOX_CLUSTER_AGENT_INTERVAL_SECONDS: '1',
    SIGNALBOX_KUBERNETES_URL: standIn.url,
    SIGNALBOX_KUBELET_URL: standIn.url,
    SIGNALBOX_SERVICE_ACCOUNT_DIR: standIn.serviceAccountDirectory,
    SIGNALBOX_NODE_NAME: standIn.world.node,
  })
  try {
    const first = await readWhenLooks(agent.pid, standIn.requests, warmUpLooks)
    const last = await readWhenLooks(agent.pid, standIn.requests, warmUpLooks + measuredLooks)
    const secondsPerLook = (last.processorSeconds - first.processorSeconds) / measuredLooks
    return [
      { name: 'resident memory, 50 pods', value: last.residentMegabytes, unit: 'MB', aim: '80 MB' },
      { name: 'peak resident memory', value: last.greatestMegabytes, unit: 'MB', aim: '80 MB' },
      { name: 'request body per collection, gzip', value: median(posts) / 1_024, unit: 'kB' },
      { name: 'processor time per collection', value: secondsPerLook * 1_000, unit: 'ms' },
      {
        name: 'share of a core, one collection per 30 s',
        value: (secondsPerLook / intervalSeconds) * 100,
        unit: '%',
        aim: '1 %',
      },
    ]
  } finally {
    await agent.stop()
    await standIn.close()
    sink.server.close()
    await rm(directory, { recursive: true })
  }
}

function annotate(port: number) {
  const annotations = { 'prometheus.io/scrape': 'true', 'prometheus.io/port': String(port) }
  return manyPods(pods).map((pod, index) => (index < scrapedPods ? { ...pod, annotations, ip: '127.0.0.1' } : pod))
}

/** Accepts all requests, records the size of posted bodies, and serves a metrics page. */
async function startSink(page: string, posts: number[]): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer((req, res) => {
    req.resume()
    if (req.method === 'GET') {
      res.end(page)
      return
    }
    posts.push(Number(req.headers['content-length']))
    res.writeHead(202).end('{"accepted":1,"rejected":[]}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server, port, url: `http://127.0.0.1:${port}` }
}

async function readWhenLooks(pid: number, requests: readonly string[], looks: number) {
  await eventually(
    () => {
      const seen = requests.filter((path) => path === '/stats/summary').length
      if (seen < looks) throw new Error(`${seen} looks so far`)
    },
    { withinMs: looks * 3_000, everyMs: 20 },
  )
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return {
    processorSeconds: await readProcessorSeconds(pid),
    residentMegabytes: megabytes('VmRSS'),
    greatestMegabytes: megabytes('VmHWM'),
  }
}
