import { createEnvelopes } from './event-load.js'
import { createOtlpLoad } from './otlp-load.js'
import { bugsink } from './peers/bugsink.js'
import { collector } from './peers/collector.js'
import { jaeger } from './peers/jaeger.js'
import type { Peer, RunningPeer } from './peers/peer.js'
import { prometheus } from './peers/prometheus.js'
import { startOurs, type LoadItem } from './peers/signalbox.js'
import { readTreeMegabytes, readTreeProcessorSeconds } from './process-tree.js'
import type { Measurement } from './report.js'
import { createSampleLoad } from './sample-load.js'
import { storeLoad, type LoadFigures, type RequestLoad } from './store-load.js'

/** The same work for a peer and for Signalbox. */
interface Comparison {
  peer: Peer
  item: LoadItem
  /** Loads with different numbers contain different items. */
  createLoad: (number: number, requests: number) => RequestLoad | Promise<RequestLoad>
  warmUpRequests: number
  requests: { theirs: number; ours: number }
  connections: number
  aims?: { stored: string; disk: string }
}

const spans = {
  item: 'span',
  createLoad: createOtlpLoad,
  warmUpRequests: 20,
  requests: { theirs: 400, ours: 400 },
  connections: 8,
} as const

/** By `PEERS` name. */
const comparisons: Readonly<Record<string, Comparison>> = {
  bugsink: {
    peer: bugsink,
    item: 'event',
    createLoad: (number, requests) => ({ bodies: createEnvelopes(requests, number), items: requests }),
    warmUpRequests: 100,
    requests: { theirs: 1_000, ours: 60_000 },
    connections: 64,
    aims: { stored: '40 ×', disk: 'a tenth' },
  },
  prometheus: {
    peer: prometheus,
    item: 'sample',
    createLoad: createSampleLoad,
    warmUpRequests: 20,
    requests: { theirs: 400, ours: 400 },
    // It refuses samples that are older than the newest of their series, so requests must not overtake each other.
    connections: 1,
  },
  collector: { peer: collector, ...spans },
  jaeger: { peer: jaeger, ...spans },
}

/**
 * Sends the same items to Signalbox and to other services, each alone on the machine. Measures acceptance, and storage
 * until the last item can be queried. `PEERS` selects some of the services.
 */
export async function measurePeers(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const name of process.env['PEERS']?.split(',') ?? Object.keys(comparisons)) {
    const comparison = comparisons[name]
    if (!comparison) throw new Error(`PEERS must list some of ${Object.keys(comparisons).join(', ')}`)
    if (await comparison.peer.install()) measurements.push(...(await compare(comparison)))
  }
  return measurements
}

async function compare(comparison: Comparison): Promise<Measurement[]> {
  const { peer, item, requests, aims } = comparison
  const theirs = await measurePeer(await peer.start(), comparison, requests.theirs)
  const ours = await measurePeer(await startOurs(item), comparison, requests.ours)
  const row = (what: string, figure: keyof Omit<PeerFigures, 'name'>, unit: string, aim?: string): Measurement => ({
    name: `${what}, against ${theirs.name}`,
    value: ours[figure],
    baseline: theirs[figure],
    unit,
    ...(aim === undefined ? {} : { aim }),
  })
  return [
    row(`${item}s accepted`, 'acceptedPerSecond', 'requests/s'),
    row(`${item}s stored`, 'storedPerSecond', `${item}s/s`, aims?.stored),
    row(`answer to ${item}s, p99`, 'p99Ms', 'ms'),
    row(`processor time of a ${item}`, 'processorUs', 'µs'),
    row(`memory under load of ${item}s`, 'megabytes', 'MB'),
    row(`disk of a ${item}`, 'bytesPerItem', 'bytes', aims?.disk),
  ]
}

interface PeerFigures extends LoadFigures {
  name: string
  /** Processor time of all its processes per item, until the last is stored. */
  processorUs: number
  megabytes: number
  bytesPerItem: number
}

async function measurePeer(peer: RunningPeer, comparison: Comparison, requests: number): Promise<PeerFigures> {
  const { createLoad, warmUpRequests, connections } = comparison
  try {
    const warmUp = await createLoad(0, warmUpRequests)
    await storeLoad(peer, warmUp, connections)
    const load = await createLoad(1, requests)
    const secondsBefore = await readTreeProcessorSeconds(peer.pids)
    const figures = await storeLoad(peer, load, connections)
    const seconds = (await readTreeProcessorSeconds(peer.pids)) - secondsBefore
    const megabytes = await readTreeMegabytes(peer.pids)
    const bytes = (await peer.readBytes()) - peer.emptyBytes
    return {
      ...figures,
      name: peer.name,
      processorUs: (seconds / load.items) * 1e6,
      megabytes,
      bytesPerItem: bytes / (warmUp.items + load.items),
    }
  } finally {
    await peer.stop()
  }
}
