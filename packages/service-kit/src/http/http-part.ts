import type { RequestListener } from 'node:http'
import { proxyTrustOf, type ServingConfig } from '../config/serving.js'
import type { Metrics } from '../metrics/metrics.js'
import { createResource, type Resource } from '../lifetime/resource.js'
import type { Log } from '../logging/log.js'
import { isBlockedByBrowsers } from './blocked-ports.js'
import { createHttpServer, type HotRoute, type HttpServer } from './http-server.js'
import { openTlsFiles } from './tls-files.js'

export interface HttpPartOptions {
  config: Pick<ServingConfig, 'host' | 'port' | 'tlsCert' | 'tlsKey' | 'trustProxy' | 'trustedProxies'>
  log: Log
  metrics: Metrics
  /**
   * Called at startup, once everything that serves requests exists.
   * @param ending Aborted when the server stops, to end event streams.
   */
  open: (ending: AbortSignal) => { app: RequestListener; hotRoutes?: readonly HotRoute[] }
}

/**
 * The public port of a process. Its routes depend on parts that exist only while it runs.
 * @throws ConfigError if TLS is configured with unusable files.
 */
export function createHttpPart({ config, log, metrics, open }: HttpPartOptions): Resource<HttpServer> {
  const { host, port } = config
  const tls = openTlsFiles(config, { log, metrics })
  const isTrustedProxy = proxyTrustOf(config)
  let ending: AbortController | undefined
  const start = async () => {
    ending = new AbortController()
    const server = createHttpServer({ ...open(ending.signal), host, port, log, metrics, tls, isTrustedProxy })
    await server.start()
    if (isBlockedByBrowsers(port)) {
      log.warn({ port }, `browsers refuse to open port ${port}: set SIGNALBOX_PORT to another one, such as 8000`)
    }
    return server
  }
  return createResource('http', start, (server) => {
    // Open event streams would delay the shutdown.
    ending?.abort()
    return server.stop()
  })
}
