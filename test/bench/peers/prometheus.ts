import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directoryBytes } from '../../support/directory-bytes.js'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'
import { readMetric } from '../../support/read-metric.js'
import { hasPrograms } from '../needed-programs.js'
import { contentTypes } from '../store-load.js'
import type { Peer, RunningPeer } from './peer.js'
import { startProgram } from './start-program.js'

/** The machine's, such as Debian's package, receiving remote writes. */
export const prometheus: Peer = {
  install: () => hasPrograms('peers PEERS=prometheus', ['prometheus']),
  start,
}

async function start(): Promise<RunningPeer> {
  const base = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const config = join(base, 'prometheus.yml')
  await writeFile(config, '')
  const data = join(base, 'data')
  const [port] = await findFreePorts(1)
  const address = `127.0.0.1:${String(port)}`
  const options = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${data}`,
    `--web.listen-address=${address}`,
    '--web.enable-remote-write-receiver',
    '--web.enable-admin-api',
  ]
  const program = startProgram('prometheus', options)
  const url = `http://${address}`
  const { version } = await eventually(() => call<{ version: string }>(`${url}/api/v1/status/buildinfo`))
  return {
    name: `Prometheus ${version.replace(/\+.*/, '')}`,
    url: `${url}/api/v1/write`,
    headers: contentTypes.sample,
    pids: program.pids,
    countStored: () => readMetric(url, 'prometheus_tsdb_head_samples_appended_total'),
    emptyBytes: 0,
    readBytes: async () => {
      // Samples of the last hours are in its write-ahead log. A snapshot has them as a compacted block.
      const { name } = await call<{ name: string }>(`${url}/api/v1/admin/tsdb/snapshot`, 'POST')
      const snapshot = join(data, 'snapshots', name)
      const bytes = await directoryBytes(snapshot)
      await rm(snapshot, { recursive: true })
      return bytes
    },
    stop: async () => {
      await program.end()
      await rm(base, { recursive: true, force: true })
    },
  }
}

async function call<Result>(url: string, method = 'GET'): Promise<Result> {
  const res = await fetch(url, { method })
  if (!res.ok) throw new Error(`${url} answered ${res.status}`)
  const { data } = (await res.json()) as { data: Result }
  return data
}
