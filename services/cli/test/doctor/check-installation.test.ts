import type { readSystem, Static } from '@signalbox/contracts'
import { expect } from 'chai'
import { checkInstallation } from '../../src/doctor/check-installation.js'

type System = Static<(typeof readSystem)['response']>

const gib = 2 ** 30
const at = '2026-06-01T00:00:00.000Z'
const processOf = (roles: System['processes'][number]['roles'], freeBytes: number): System['processes'][number] => ({
  roles,
  version: '1.0.0',
  started_at: at,
  reported_at: at,
  disk: { size_bytes: 100 * gib, free_bytes: freeBytes },
})
const idle: System = {
  version: '1.0.0',
  warnings: [],
  processes: [processOf(['ingest', 'consumer'], 60 * gib)],
  pipeline: {
    topics: [{ topic: 'envelopes', records: 0, lag_seconds: 0 }],
    log_bytes: gib,
    log_bytes_max: 10 * gib,
  },
  last_backup_at: null,
}
const told = (system: System) =>
  checkInstallation(system).map(({ check, status, detail }) => `${status} ${check}: ${detail}`)

describe("doctor's findings about an installation", () => {
  it("show the server's disk, log and lag, in lines that fit", () => {
    const lines = told(idle)
    expect(lines).to.deep.equal([
      'ok disk: server: 60.0 GiB of 100.0 GiB free (60 %)',
      'ok log: 1.0 GiB of 10.0 GiB used (10 %)',
      'ok lag: telemetry is stored on time; nothing is waiting',
    ])
    for (const line of lines) expect(line.length).to.be.at.most(80)
  })

  it("show each process's disk, and fail for one that is nearly full", () => {
    const processes = [processOf(['consumer'], 10 * gib), processOf(['control-plane'], 2 * gib)]
    expect(told({ ...idle, processes }).slice(0, 2)).to.deep.equal([
      'warn disk: consumer: 10.0 GiB of 100.0 GiB free (10 %)',
      'fail disk: control-plane: 2.0 GiB of 100.0 GiB free (2 %)',
    ])
  })

  it('show small disks in mebibytes', () => {
    const mebibyte = 2 ** 20
    const disk = { size_bytes: 40 * mebibyte, free_bytes: mebibyte }
    expect(told({ ...idle, processes: [{ ...processOf(['ingest'], 0), disk }] })[0]).to.equal(
      'fail disk: server: 1 MiB of 40 MiB free (3 %)',
    )
  })

  it('show waiting records, a full log and a missing consumer', () => {
    const topics = [{ topic: 'spans', records: 12, lag_seconds: 3.25 }]
    expect(told({ ...idle, pipeline: { topics, log_bytes: 9 * gib, log_bytes_max: 10 * gib } }).slice(1)).to.deep.equal(
      ['warn log: 9.0 GiB of 10.0 GiB used (90 %)', 'ok lag: requests waiting to be stored: 12 in spans, 3.3 s late'],
    )
    expect(told({ ...idle, pipeline: { topics, log_bytes: null, log_bytes_max: null } })).to.have.length(2)
    expect(told({ ...idle, pipeline: null }).at(-1)).to.equal('warn lag: no consumer has reported')
  })

  it('show a lag once if the installation warns of it', () => {
    const warning = { subject: 'spans', project_id: null, detail: 'late', count: 1, since: at, last_at: at }
    const warnings = [{ ...warning, kind: 'consumer_behind' as const }]
    expect(told({ ...idle, warnings }).filter((line) => line.includes(' lag:'))).to.deep.equal(['fail lag: late'])
  })
})
