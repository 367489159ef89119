import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'

/** A forwarded request and its response status. */
export interface RecordedExchange {
  method: string
  /** Without the query. */
  path: string
  status: number
  redirect: string | undefined
}

/** A transparent proxy that records requests and responses. */
export interface RecordingProxy {
  exchanges: RecordedExchange[]
  close(): Promise<void>
}

export async function startRecordingProxy(port: number, target: string): Promise<RecordingProxy> {
  const exchanges: RecordedExchange[] = []
  const server: Server = createServer((req, res) => {
    const { method = 'GET', url = '/', headers } = req
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      const { statusCode: status = 0, headers: answered } = answer
      exchanges.push({ method, path: url.replace(/\?.*$/, ''), status, redirect: answered.location })
      res.writeHead(status, answered)
      answer.pipe(res)
    })
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    exchanges,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
