import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createDirectoryStore } from '@signalbox/artifact-store'
import { createId, limits } from '@signalbox/contracts'
import { silentLog, type ResolvedScript } from '@signalbox/service-kit'
import { convertMap } from '@signalbox/source-maps'
import { expect } from 'chai'
import { createArtifacts, type Artifacts } from '../../src/artifacts/artifacts.js'
import { diagnoseEvent } from '../../src/artifacts/doctor/diagnose-event.js'
import type { ArtifactRouteDependencies } from '../../src/artifacts/route-dependencies.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'

const now = Date.UTC(2026, 0, 1)
const scripts = 20

describe('diagnoseEvent', () => {
  const directory = mkdtempSync(join(tmpdir(), 'doctor-'))
  let store: ControlPlaneStore
  let artifacts: Artifacts
  before(() => {
    store = openStore(directory)
    const blobs = createDirectoryStore(join(directory, 'artifacts'))
    const uploadDirectory = join(directory, 'uploads')
    const { keptBytesMax: bytesMax } = limits.artifacts
    artifacts = createArtifacts({ store, blobs, uploadDirectory, bytesMax, clock: () => now, log: silentLog })
  })
  after(async () => {
    await artifacts.close()
    store.close()
    rmSync(directory, { recursive: true })
  })

  const frames = Array.from({ length: scripts }, (_, index) => ({
    function: 'q',
    abs_path: `https://shop.example/${index}.js`,
    lineno: 1,
    // Every other one is before the map's positions.
    colno: index % 2 === 0 ? 1 : 9,
  }))
  const event = {
    event_id: 'e'.repeat(32),
    release: 'shop@1',
    received_at: new Date(now).toISOString(),
    event: { platform: 'javascript', exception: [{ stacktrace: { frames } }] },
  }
  const index = convertMap(
    JSON.stringify({ version: 3, sources: ['a.ts'], sourcesContent: ['throw 1'], names: [], mappings: 'IAAA' }),
    'var a;throw 1',
  )
  const mapped: ResolvedScript = { state: 'mapped', index: 'i', mapUrl: null, resolvedWith: 'release', detail: null }

  it('has one index in memory at a time, however many scripts an event has and however many requests arrive', async () => {
    let reading = 0
    let mostAtOnce = 0
    const read = async () => {
      reading += 1
      mostAtOnce = Math.max(mostAtOnce, reading)
      await nextTurn()
      reading -= 1
      return index
    }
    const known = {
      resolveScripts: (asked: { scripts: unknown[] }) => Promise.resolve(asked.scripts.map(() => mapped)),
    }
    const dependencies: ArtifactRouteDependencies = {
      store,
      artifacts: { ...artifacts, sourceMaps: known, blobs: { ...artifacts.blobs, read } },
      clock: () => now,
      queryTelemetry: () => Promise.resolve(event) as never,
      publicUrl: 'https://signalbox.example',
    }
    const asked = { organizationId: 'acme', project: { id: createId(now), name: 'shop' }, eventId: event.event_id }
    const answers = await Promise.all([diagnoseEvent(dependencies, asked), diagnoseEvent(dependencies, asked)])
    expect(mostAtOnce).to.equal(1)
    for (const answer of answers) {
      const findings = answer.frames.map(({ finding }) => finding)
      expect(findings).to.deep.equal(
        frames.map(({ colno }) => (colno === 1 ? 'invalid_location' : 'uploaded_after_event')),
      )
    }
  })
})
