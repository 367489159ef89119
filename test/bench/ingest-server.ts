import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits, createId } from '@signalbox/contracts'
import { openEmbeddedLog } from '@signalbox/event-log'
import { createIngest, createMemoryQuotaCounters } from '@signalbox/ingest'
import {
  createHttpServer,
  createRateLimits,
  noWarnings,
  sendProblem,
  silentLog,
  systemClock,
  trustNoProxy,
} from '@signalbox/service-kit'

// The ingest role with the embedded log on a real disk, alone in its process: the subject of the ingest benchmark.

const directory = mkdtempSync(join(tmpdir(), 'signalbox-bench-log-'))
const eventLog = await openEmbeddedLog({ directory })
const owner = {
  keyId: 'bench',
  organizationId: 'bench',
  project: { id: 'bench', number: 42, name: 'bench' },
  settingsVersion: 0,
  allowedDomains: ['*'],
  projectQuotas: [],
  keyQuotas: [],
  ingestLimitPerMinute: null,
}
const ingest = createIngest({
  eventLog,
  keys: { findDsnKey: () => Promise.resolve(owner), findApiKey: () => Promise.resolve(undefined) },
  rateLimits: createRateLimits({ queryPerMinute: 1, ingestPerMinute: 1_000_000_000 }),
  quotaCounters: createMemoryQuotaCounters({ clock: systemClock }),
  metrics: {
    countItems: () => undefined,
    countRefused: () => undefined,
    countBytes: () => undefined,
    observeDecode: () => undefined,
  },
  warnings: noWarnings,
  config: { isTrustedProxy: trustNoProxy, retentionDays: limits.retentionDays },
  clock: systemClock,
  createEventId: () => randomUUID().replaceAll('-', ''),
  createRequestId: () => createId(),
  sendProblem,
  reportFault: (error, message) => {
    console.error(message, error)
  },
})
const server = createHttpServer({
  app: (_req, res) => {
    res.writeHead(404).end()
  },
  hotRoutes: [ingest.hotRoute],
  port: 0,
  host: '127.0.0.1',
  log: silentLog,
})
await server.start()
process.send?.({ port: server.address().port })
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true })
  process.exit(0)
})
