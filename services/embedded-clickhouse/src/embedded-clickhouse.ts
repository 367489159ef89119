import { join } from 'node:path'
import type { Component } from '@signalbox/service-kit'
import { startEmbeddedServer, type EmbeddedServer } from '@signalbox/telemetry-store/embedded-server'
import type { EmbeddedClickhouseConfig } from './config.js'

/** The server as a component of a process. */
export interface EmbeddedClickhouse extends Component {
  /** @throws Error if called before the start. */
  url(): string
}

/** Serves an analytics directory in the same layout as a single-process installation. */
export function createEmbeddedClickhouse(config: EmbeddedClickhouseConfig): EmbeddedClickhouse {
  const { host, port, user, password = '' } = config
  let server: EmbeddedServer | undefined
  return {
    name: 'embedded ClickHouse',
    start: async () => {
      const dataDirectory = join(config.dataDirectory, 'analytics')
      server = await startEmbeddedServer({ dataDirectory, host, port, credentials: { user, password } })
    },
    stop: async () => {
      await server?.stop()
    },
    url: () => {
      if (server === undefined) throw new Error('embedded ClickHouse is not running')
      return server.url
    },
  }
}
