import type { RequestListener } from 'node:http'
import type { ServingConfig } from '../config/serving.js'
import type { Metrics } from '../metrics/metrics.js'
import { createResource, type Resource } from '../lifetime/resource.js'
import type { Log } from '../logging/log.js'
import { createHttpServer, type HotRoute, type HttpServer } from './http-server.js'
import { openTlsFiles } from './tls-files.js'

export interface HttpPartOptions {
  config: Pick<ServingConfig, 'host' | 'port' | 'tlsCert' | 'tlsKey'>
  log: Log
  metrics: Metrics
  /**
   * Called at the start, when everything is there that serves requests.
   * @param ending Aborts when the server stops: streams of events end then.
   */
  open: (ending: AbortSignal) => { app: RequestListener; hotRoutes?: readonly HotRoute[] }
}

/**
 * The public port of a process, whose routes stand on parts that exist only while it runs.
 * @throws ConfigError when it is to speak TLS with files that it cannot.
 */
export function createHttpPart({ config, log, metrics, open }: HttpPartOptions): Resource<HttpServer> {
  const { host, port } = config
  const tls = openTlsFiles(config, { log, metrics })
  let ending: AbortController | undefined
  const start = async () => {
    ending = new AbortController()
    const server = createHttpServer({ ...open(ending.signal), host, port, log, metrics, tls })
    await server.start()
    return server
  }
  return createResource('http', start, (server) => {
    // Who watches a stream of events would hold up the stop.
    ending?.abort()
    return server.stop()
  })
}
