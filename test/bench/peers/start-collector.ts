import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { directoryBytes } from '../../support/directory-bytes.js'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'
import { readMetric } from '../../support/read-metric.js'
import { contentTypes } from '../store-load.js'
import type { RunningPeer } from './peer.js'
import { startProgram } from './start-program.js'

/** The part of a collector's configuration that says where spans go. */
export interface CollectorStorage {
  exporters: Readonly<Record<string, object>>
  extensions?: Readonly<Record<string, object>>
}

/**
 * Starts an OpenTelemetry Collector, which Jaeger also is. It receives spans over HTTP and passes them on in batches of the default size.
 * @param storageIn stores spans in an empty directory.
 */
export async function startCollector(
  name: string,
  command: string,
  storageIn: (directory: string) => CollectorStorage,
): Promise<RunningPeer> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const [port = 0, adminPort = 0] = await findFreePorts(2)
  const { exporters, extensions = {} } = storageIn(directory)
  const names = { without_scope_info: true, without_type_suffix: true, without_units: true }
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}` } } } },
    processors: { batch: {} },
    exporters,
    extensions,
    service: {
      extensions: Object.keys(extensions),
      pipelines: { traces: { receivers: ['otlp'], processors: ['batch'], exporters: Object.keys(exporters) } },
      telemetry: {
        metrics: {
          readers: [{ pull: { exporter: { prometheus: { host: '127.0.0.1', port: adminPort, ...names } } } }],
        },
      },
    },
  }
  // JSON is valid YAML.
  const program = startProgram(command, [`--config=yaml:${JSON.stringify(config)}`])
  const countStored = () => readMetric(`http://127.0.0.1:${adminPort}`, 'otelcol_exporter_sent_spans')
  await eventually(countStored, { withinMs: 20_000 })
  return {
    name,
    url: `http://127.0.0.1:${port}/v1/traces`,
    headers: contentTypes.span,
    pids: program.pids,
    countStored,
    emptyBytes: 0,
    readBytes: async () => {
      // At its end, it truncates preallocated files and writes what is in memory.
      await program.end()
      return directoryBytes(directory)
    },
    stop: async () => {
      await program.end()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
