import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createStoreClient, type StoreClient } from '@signalbox/telemetry-store'
import { testServerUrl } from './open-test-store.js'

/** A one-server cluster simulated by the embedded engine, which supports Distributed tables but has no Keeper. */
export interface OneMachineCluster {
  client: StoreClient
  /** Received INSERTs, as sent, oldest first. */
  readonly inserts: string[]
  close(): Promise<void>
}

/** Name of the cluster in the test engine's configuration. */
export const clusterName = 'main'

/**
 * Opens an engine database as a cluster. A server in between removes the parts of statements that need Keeper: they
 * go to this machine, and replicated tables become plain ones that deduplicate inserts by token the same way.
 */
export async function openOneMachineCluster(database: string): Promise<OneMachineCluster> {
  const target = new URL(await testServerUrl())
  const inserts: string[] = []
  const server = createServer((req, res) => {
    const query = new URL(req.url ?? '/', target).searchParams.get('query') ?? ''
    const isInsert = query.startsWith('INSERT')
    if (isInsert) inserts.push(query)
    void forward(req, res, { target, edit: isInsert ? (rows) => rows : onOneMachine })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const admin = await createStoreClient({ url: target.href })
  await admin.clickhouse.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` })
  await admin.close()
  url.pathname = `/${database}`
  const client = await createStoreClient({ url: url.href, cluster: clusterName })
  return {
    client,
    inserts,
    close: async () => {
      await client.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function forward(
  req: IncomingMessage,
  res: ServerResponse,
  { target, edit }: { target: URL; edit: (body: Buffer) => Buffer },
): Promise<void> {
  const body = edit(Buffer.concat((await req.toArray()) as Buffer[]))
  const headers = { ...req.headers, 'content-length': String(body.length) }
  delete headers['transfer-encoding']
  const upstream = request(new URL(req.url ?? '/', target.origin), { method: req.method ?? 'POST', headers })
  upstream.on('error', () => res.destroy())
  upstream.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(res)
  })
  upstream.end(body)
}

function onOneMachine(statement: Buffer): Buffer {
  const sql = statement
    .toString('utf8')
    .replaceAll(` ON CLUSTER '${clusterName}'`, '')
    .replace(/ReplicatedMergeTree\([^)]*\)/, 'MergeTree')
    .replace('non_replicated_deduplication_window = 0', 'non_replicated_deduplication_window = 1000')
  return Buffer.from(sql)
}
