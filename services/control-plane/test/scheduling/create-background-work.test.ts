import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog, systemClock } from '@signalbox/service-kit'
import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { telemetryUnavailable } from '../../src/telemetry-queries/query-telemetry.js'
import { createBackgroundWork } from '../../src/create-background-work.js'
import { recordingOf } from '../support/issue-notices.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'

const parts = ['workflows', 'alerts', 'issues'] as const

describe("the control plane's background work", () => {
  let directory: string
  let store: ControlPlaneStore

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'background-'))
    store = openStore(directory)
  })
  afterEach(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('acquires all leases when started, and releases all of them when stopped', async () => {
    const told: string[] = []
    const notices = {
      start: () => told.push('start'),
      stop: () => {
        told.push('stop')
        return Promise.resolve()
      },
    }
    const artifacts = { maintain: () => Promise.resolve() }
    const needs = { ...recordingOf(store), clock: systemClock, log: silentLog, queryTelemetry: telemetryUnavailable }
    const work = createBackgroundWork({ ...needs, artifacts, warnings: { processes: () => [] }, notices })
    const leases = () => parts.map((name) => store.engineLeases.find(name))
    expect(leases()).to.deep.equal([undefined, undefined, undefined])
    work.start()
    await eventually(() => {
      for (const lease of leases()) expect(lease?.expires_at).to.be.above(Date.now())
    })
    await work.stop()
    expect(leases().map((lease) => lease?.expires_at)).to.deep.equal([0, 0, 0])
    expect(told).to.deep.equal(['start', 'stop'])
  })
})
