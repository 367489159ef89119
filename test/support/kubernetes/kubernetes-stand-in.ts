import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createEncryptedServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shapeNode, shapePod, shapeSummary, type KubernetesVersion, type ShapedPod } from './cluster-shapes.js'
import type { KubernetesAnswers } from './recordings.js'

/** State of the stand-in; tests change it while it runs. */
export interface StandInWorld {
  version: KubernetesVersion
  node: string
  pods: ShapedPod[]
  /** Pods without a node. */
  unscheduled: ShapedPod[]
  events: object[]
  /** Time of the responses in Unix milliseconds. */
  at: number
  /** Statuses of failing requests, by path without parameters. */
  faults: Map<string, number>
  /** The interface with the node's traffic. */
  networkCard: string
  /** An interface that counts it again. */
  repeatedBy: string
  /** Maximum events per page, even if more are requested. */
  eventsOnPage: number
  /** What a real cluster returned, instead of the shapes made from the fields above. */
  recorded?: KubernetesAnswers
}

/** An API server and a kubelet at one loopback address. */
export interface KubernetesStandIn {
  url: string
  world: StandInWorld
  /** Requested paths with parameters. */
  requests: string[]
  /** What a pod would find in its service account directory. */
  serviceAccountDirectory: string
  close(): Promise<void>
}

const token = 'token-of-the-service-account'

/** @param tls certificate and key in PEM; without them, it serves plain HTTP. */
export async function startKubernetesStandIn(
  world: Partial<StandInWorld>,
  tls?: { cert: string; key: string },
): Promise<KubernetesStandIn> {
  const full: StandInWorld = {
    version: '1.34',
    node: 'node-a',
    pods: [],
    unscheduled: [],
    events: [],
    at: Date.now(),
    faults: new Map(),
    networkCard: 'eth0',
    repeatedBy: 'cni0',
    eventsOnPage: 500,
    ...world,
  }
  const requests: string[] = []
  const handle = (req: IncomingMessage, res: ServerResponse) => {
    requests.push(req.url ?? '')
    const { status, body } = answer(req, full)
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = tls ? createEncryptedServer(tls, handle) : createServer(handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-service-account-'))
  await writeFile(join(directory, 'token'), `${token}\n`)
  if (tls) await writeFile(join(directory, 'ca.crt'), tls.cert)
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    world: full,
    requests,
    serviceAccountDirectory: directory,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true })
    },
  }
}

function answer(req: IncomingMessage, world: StandInWorld): { status: number; body: unknown } {
  const refuse = (code: number) => ({ status: code, body: { kind: 'Status', status: 'Failure', code } })
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stand-in')
  if (req.headers.authorization !== `Bearer ${token}`) return refuse(401)
  const fault = world.faults.get(pathname)
  if (fault !== undefined) return refuse(fault)
  const { node } = world
  const answers = world.recorded ?? shapeAnswers(world)
  const selector = searchParams.get('fieldSelector')
  const list = (items: readonly unknown[], next = '') => ({
    status: 200,
    body: { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '1', continue: next }, items },
  })
  if (pathname === '/stats/summary') return { status: 200, body: answers.summary }
  if (pathname === `/api/v1/nodes/${node}`) return { status: 200, body: answers.node }
  if (pathname === '/api/v1/pods' && selector === `spec.nodeName=${node}`) return list(answers.pods)
  if (pathname === '/api/v1/pods' && selector === 'spec.nodeName=,status.phase=Pending') {
    return list(answers.unscheduled)
  }
  if (pathname === '/api/v1/events' && selector === 'type=Warning') {
    const { events } = answers
    const from = Number(searchParams.get('continue') ?? 0)
    const to = from + Math.min(world.eventsOnPage, Number(searchParams.get('limit')))
    return list(events.slice(from, to), to < events.length ? String(to) : '')
  }
  return refuse(404)
}

function shapeAnswers(world: StandInWorld) {
  const { node, pods, unscheduled, events, version, at } = world
  return {
    summary: shapeSummary(world),
    node: shapeNode(node, version),
    pods: pods.map((pod) => shapePod(pod, node, version, at)),
    unscheduled: unscheduled.map((pod) => shapePod(pod, '', version, at)),
    events,
  }
}
