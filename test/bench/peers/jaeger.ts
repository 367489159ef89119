import { join } from 'node:path'
import { findFreePorts } from '../../support/free-ports.js'
import { buildGoOnce, goProgramOf } from './build-go.js'
import type { Peer } from './peer.js'
import { startCollector } from './start-collector.js'

const version = 'v1.76.0'
const name = `Jaeger ${version}`
const program = 'github.com/jaegertracing/jaeger/cmd/jaeger'
const store = 'badger'

/** Its second generation, with its embedded store on disk. By default, that doesn't wait until writes are durable. */
export const jaeger: Peer = {
  install: () => buildGoOnce({ name, packages: [`${program}@${version}`], main: program }),
  start: async () => {
    const [http, grpc] = (await findFreePorts(2)).map((port) => ({ endpoint: `127.0.0.1:${port}` }))
    return startCollector(name, goProgramOf(name), (directory) => ({
      exporters: { jaeger_storage_exporter: { trace_storage: store } },
      extensions: { jaeger_storage: storageIn(directory), jaeger_query: { storage: { traces: store }, http, grpc } },
    }))
  },
}

function storageIn(directory: string): object {
  const directories = { keys: join(directory, 'keys'), values: join(directory, 'values') }
  return { backends: { [store]: { badger: { ephemeral: false, directories } } } }
}
