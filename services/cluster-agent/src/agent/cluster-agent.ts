import type { Clock, Log } from '@signalbox/service-kit'
import type { DiskBuffer } from '../buffer/disk-buffer.js'
import type { Delivery } from '../delivery/delivery.js'
import type { Sample } from '../samples/sample.js'
import { toError, type Collected, type Source } from '../samples/source.js'
import { splitBatches, type Batch } from './split-batches.js'

export interface ClusterAgentOptions {
  /** Cluster name that samples carry. */
  cluster: string
  /** Node that the agent's own counters belong to; empty for the agent of the entire cluster. */
  node: string
  sources: readonly Source[]
  buffer: DiskBuffer
  delivery: Delivery
  clock: Clock
  log: Log
}

/** Collects from its sources, buffers samples on disk and delivers them. */
export interface ClusterAgent {
  /** Collects from every source once. When it resolves, the samples are durable or counted as dropped. */
  collect(): Promise<void>
  /** Sends buffered samples until Signalbox stops accepting them. */
  deliver(): Promise<void>
  /** Time of the last collection in Unix milliseconds; undefined before the first. */
  collectedAt(): number | undefined
}

export function createClusterAgent(options: ClusterAgentOptions): ClusterAgent {
  const { cluster, sources, buffer, delivery, clock, log } = options
  const logFailures = createFailureLog(log)
  let collectedAt: number | undefined
  let failures = 0
  let samplesNotKept = 0

  const collectFrom = async (source: Source, now: number): Promise<readonly Sample[]> => {
    const collected: Collected = await source
      .collect(now)
      .catch((error: unknown) => ({ samples: [], failures: [toError(error)] }))
    failures += collected.failures.length
    logFailures(source.name, collected.failures)
    return collected.samples
  }

  // A disk that rejects a write now may accept the next collection.
  const keep = async ({ text, samples }: Batch) => {
    try {
      await buffer.append(text, samples)
    } catch (err) {
      samplesNotKept += samples
      log.error({ err, samples }, 'samples could not be stored')
    }
  }

  return {
    collectedAt: () => collectedAt,
    deliver: () => delivery.deliver(),
    collect: async () => {
      const now = clock()
      const collected: Sample[] = []
      // Sequential: nothing is urgent, and only one source at a time needs memory.
      for (const source of sources) collected.push(...(await collectFrom(source, now)))
      collected.push(sampleItself(options, { failures, samplesNotKept }))
      const items = collected.map(({ at = now, ...sample }) => ({
        timestamp: new Date(at).toISOString(),
        cluster,
        ...sample,
      }))
      for (const batch of splitBatches(items)) await keep(batch)
      collectedAt = now
    },
  }
}

function sampleItself(
  { node, buffer, delivery }: ClusterAgentOptions,
  counted: { failures: number; samplesNotKept: number },
): Sample {
  const { bytes, samplesDropped } = buffer.state()
  const { samplesRejected, failures: deliveriesFailed } = delivery.state()
  return {
    node,
    namespace: '',
    pod: '',
    container: '',
    metrics: {
      cluster_agent_buffer_bytes: bytes,
      cluster_agent_samples_dropped_total: samplesDropped + counted.samplesNotKept,
      cluster_agent_samples_rejected_total: samplesRejected,
      cluster_agent_collect_failures_total: counted.failures,
      cluster_agent_deliver_failures_total: deliveriesFailed,
    },
  }
}

// Logs a persistent failure once, and its end.
function createFailureLog(log: Log): (source: string, failures: readonly Error[]) => void {
  const told = new Map<string, string>()
  return (source, failures) => {
    const messages = failures.map(({ message }) => message).join('; ')
    const before = told.get(source) ?? ''
    if (messages === before) return
    told.set(source, messages)
    if (messages === '') log.info({ source }, 'all sources are readable again')
    else log.warn({ source, reason: messages }, 'some sources could not be read')
  }
}
