import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes, createTelemetryProject } from '@signalbox/contracts'
import { openControlPlane, type ControlPlane } from '@signalbox/control-plane'
import { createLocalCaller, type Sighting } from '@signalbox/service-kit'
import { Database } from '@signalbox/sqlite'
import type { Measurement } from './report.js'
import { formatNumber } from './reporting/format-number.js'

/** Sightings of a minute, and of a batch: every known fingerprint is in each. */
const sightingsPerMinute = 200_000
const knownPrints = 5_000
const newPrints = 1_000

/** Measures the control plane's cost of sightings: of known fingerprints, which write nothing, and of new ones. */
export async function measureIssues(): Promise<Measurement[]> {
  const directory = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  const controlPlane = openControlPlane({ dataDirectory: directory, publicUrl: 'https://signalbox.example.com' })
  const { organizationId } = controlPlane.bootstrap('bench-key-with-all-scopes')
  const projectId = await createProject(controlPlane, organizationId)
  const batch = (from: number, count: number, receivedAt: number): Sighting[] =>
    Array.from({ length: count }, (_, index) =>
      sightingOf({ organizationId, projectId, number: from + index, receivedAt }),
    )
  const observer = new Database(join(directory, 'control-plane.db'), { readonly: true })
  try {
    const recordSightings = (sightings: readonly Sighting[]) => controlPlane.sightings.recordSightings(sightings)
    const firstMs = await timeOf(() => recordSightings(batch(0, newPrints, 1)))
    await recordSightings(batch(newPrints, knownPrints - newPrints, 1))
    const version = observer.pragma('data_version', { simple: true })
    const known = batch(0, knownPrints, 2)
    await expectIssues(controlPlane, known)
    const knownMs = await timeOf(async () => {
      for (let done = 0; done < sightingsPerMinute; done += known.length) await recordSightings(known)
    })
    const writes = observer.pragma('data_version', { simple: true }) === version ? 0 : 1
    if (writes > 0) throw new Error('sightings of known fingerprints wrote to the database')
    return [
      { name: `${formatNumber(newPrints)} new fingerprints at once, until all are issues`, value: firstMs, unit: 'ms' },
      { name: `${formatNumber(sightingsPerMinute)} sightings of known fingerprints`, value: knownMs, unit: 'ms' },
      { name: 'one sighting of a known fingerprint', value: (knownMs * 1_000) / sightingsPerMinute, unit: 'µs' },
      { name: 'SQLite transactions for known fingerprints', value: writes, unit: '' },
    ]
  } finally {
    observer.close()
    controlPlane.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function createProject(controlPlane: ControlPlane, organizationId: string): Promise<string> {
  const call = createLocalCaller(controlPlane.routes)
  const caller = {
    keyId: 'bench',
    organizationId,
    scopes: new Set(apiScopes),
    queryLimitPerMinute: null,
    ingestLimitPerMinute: null,
  }
  const { id } = await call(createTelemetryProject, { body: { name: 'shop' } }, caller)
  return id
}

async function expectIssues({ issues }: ControlPlane, sightings: readonly Sighting[]): Promise<void> {
  const found = await issues.findIssueIds(sightings[0]?.organizationId ?? '', sightings)
  if (found.size !== sightings.length)
    throw new Error(`${found.size} of ${sightings.length} fingerprints have an issue`)
}

interface SightedPrint {
  organizationId: string
  projectId: string
  number: number
  receivedAt: number
}

function sightingOf({ organizationId, projectId, number, receivedAt }: SightedPrint): Sighting {
  return {
    organizationId,
    projectId,
    fingerprint: number.toString(16).padStart(32, '0'),
    previousFingerprint: '',
    title: `Error ${number}`,
    culprit: 'checkout in pay',
    level: 'error',
    platform: 'node',
    firstSeenAt: receivedAt,
    release: 'shop@1.0.0',
    environment: 'production',
    releases: ['shop@1.0.0', 'shop@1.0.1'].map((release) => ({
      release,
      firstReceivedAt: 1,
      lastReceivedAt: receivedAt,
    })),
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
