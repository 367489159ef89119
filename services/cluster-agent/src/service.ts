import { hostname } from 'node:os'
import { join } from 'node:path'
import {
  createAdminServer,
  createLifecycle,
  createMetrics,
  createRepeater,
  createResource,
  systemClock,
  type Log,
  type Service,
  type ServiceOptions,
} from '@signalbox/service-kit'
import { createClusterAgent, type ClusterAgent } from './agent/cluster-agent.js'
import { chooseMeasured, createSources, type Measured } from './agent/create-sources.js'
import { openDiskBuffer } from './buffer/disk-buffer.js'
import type { ClusterAgentConfig } from './config.js'
import { createDelivery } from './delivery/delivery.js'
import { sendRequest } from './requests/send-request.js'

/** Failed collections in a row until the agent is no longer ready. */
const missedCollectionsMax = 3
const deliverEveryMs = 1_000
/** Maximum wait for work in progress on shutdown. */
const stopWithinMs = 5_000

/**
 * Creates the agent: it collects from its sources at every interval and buffers samples on disk, and independently
 * delivers what is buffered. Failed deliveries block nothing. `/readyz` shows whether it still collects, not whether
 * Signalbox is reachable.
 * @throws ConfigError for contradictory settings.
 */
export function createClusterAgentService(config: ClusterAgentConfig, { log }: ServiceOptions): Service {
  const measured = chooseMeasured(config, hostname())
  const agent = createResource(
    'agent',
    () => startAgent(config, measured, log),
    (running) => running.stop(),
  )
  const intervalMs = config.intervalSeconds * 1_000
  const checks = {
    looking: () => {
      const collectedAt = agent.get().collectedAt() ?? Number.NEGATIVE_INFINITY
      if (systemClock() - collectedAt > missedCollectionsMax * intervalMs)
        throw new Error('no recent collection succeeded')
    },
  }
  const { adminHost: host, adminPort: port } = config
  const admin = createAdminServer({ host, port, metrics: createMetrics(), log, checks })
  return { lifecycle: createLifecycle({ components: [agent, admin], log }) }
}

interface RunningAgent {
  /** Time of the last collection in Unix milliseconds; undefined before the first. */
  collectedAt: () => number | undefined
  stop: () => Promise<void>
}

async function startAgent(config: ClusterAgentConfig, measured: Measured, log: Log): Promise<RunningAgent> {
  const agent = await openAgent(config, measured, log)
  const intervalMs = config.intervalSeconds * 1_000
  const every = (ms: number, what: string, work: () => Promise<void>) => {
    const repeat = createRepeater({ clock: systemClock, log, pauseMsMax: ms })
    return repeat(what, async () => {
      const startedAt = systemClock()
      await work()
      return startedAt + ms
    })
  }
  const repetitions = [
    every(intervalMs, 'collecting', () => agent.collect()),
    every(deliverEveryMs, 'delivering', () => agent.deliver()),
  ]
  log.info({ ...measured, url: config.url }, 'measuring')
  return {
    collectedAt: () => agent.collectedAt(),
    stop: async () => {
      await Promise.all(repetitions.map((repetition) => repetition.stop(stopWithinMs)))
    },
  }
}

async function openAgent(config: ClusterAgentConfig, measured: Measured, log: Log): Promise<ClusterAgent> {
  const { dataDirectory, bufferMegabytes, url, apiKey } = config
  const bytesMax = bufferMegabytes * 1_024 * 1_024
  const buffer = await openDiskBuffer({ directory: join(dataDirectory, 'buffer'), bytesMax })
  const clock = systemClock
  const delivery = createDelivery({ buffer, send: sendRequest, url, apiKey, clock, log, random: Math.random })
  const sources = await createSources(config, measured, sendRequest)
  return createClusterAgent({ ...measured, sources, buffer, delivery, clock, log })
}
