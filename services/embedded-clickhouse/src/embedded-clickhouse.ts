import { join } from 'node:path'
import type { Component } from '@signalbox/service-kit'
import { startEmbeddedServer, type EmbeddedServer } from '@signalbox/telemetry-store/embedded-server'
import type { EmbeddedClickhouseConfig } from './config.js'

/** The server as a part of a process. */
export interface EmbeddedClickhouse extends Component {
  /** @throws Error before the start. */
  url(): string
}

/** Serves the directory of the analytics that an installation in one process has as well. */
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
