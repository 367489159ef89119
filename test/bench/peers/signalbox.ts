import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createStoreClient } from '@signalbox/telemetry-store'
import { directoryBytes } from '../../support/directory-bytes.js'
import { readMetric } from '../../support/read-metric.js'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import { contentTypes, type LoadTarget } from '../store-load.js'
import type { RunningPeer } from './peer.js'

const merges = { everyMs: 5_000, atMostMs: 90_000 }

/** Kinds of items in the loads. */
export type LoadItem = 'event' | 'span' | 'sample'

/** A default Signalbox installation in one process plus its engine's. */
export async function startOurs(item: LoadItem): Promise<RunningPeer> {
  const signalbox = await startSignalbox()
  const dataDirectory = join(signalbox.dataDirectory, 'analytics')
  return {
    ...(await targetOf(signalbox, item)),
    pids: [signalbox.pid],
    emptyBytes: 0,
    readBytes: async () => {
      await untilMerged(dataDirectory)
      await signalbox.stop()
      return readActiveBytes(dataDirectory)
    },
    stop: () => signalbox.dispose(),
  }
}

/** Parts are merged for a while after the last item. */
async function untilMerged(dataDirectory: string): Promise<void> {
  let bytes = await directoryBytes(dataDirectory)
  for (let waitedMs = 0; waitedMs < merges.atMostMs; waitedMs += merges.everyMs) {
    await delay(merges.everyMs)
    const before = bytes
    bytes = await directoryBytes(dataDirectory)
    if (bytes === before) return
  }
}

/** Without the parts that merges have replaced, which the engine deletes eight minutes later. */
async function readActiveBytes(dataDirectory: string): Promise<number> {
  const client = await createStoreClient({ dataDirectory })
  const query = 'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active'
  const answer = await client.clickhouse.query({ query, format: 'JSONEachRow' })
  const [row] = await answer.json<{ bytes: string }>()
  await client.close()
  return Number(row?.bytes)
}

/** Where an installation accepts these items. Events go to a new project. */
export async function targetOf(signalbox: SignalboxProcess, item: LoadItem): Promise<LoadTarget> {
  const topic = item === 'event' ? 'envelopes' : 'otlp'
  const authorization = `Bearer ${signalbox.apiKey}`
  return {
    name: 'Signalbox',
    url: signalbox.url + (await pathOf(signalbox, item)),
    headers: { ...contentTypes[item], ...(item === 'event' ? {} : { authorization }) },
    countStored: () =>
      readMetric(signalbox.adminUrl, 'signalbox_consumer_items_total', `topic="${topic}",outcome="stored"`),
  }
}

async function pathOf(signalbox: SignalboxProcess, item: LoadItem): Promise<string> {
  if (item === 'span') return '/v1/traces'
  if (item === 'sample') return '/api/v1/write'
  const { number, publicKey } = await signalbox.createProject('bench')
  return `/api/${number}/envelope/?sentry_key=${publicKey}`
}
