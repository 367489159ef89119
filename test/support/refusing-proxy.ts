import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that refuses the first requests and forwards the others. */
export interface RefusingProxy {
  url: string
  /** Statuses not used yet. */
  refusals: readonly number[]
  close(): Promise<void>
}

/** @param statuses of the first requests, in order; each tells the client to retry immediately. */
export async function startRefusingProxy(target: string, statuses: readonly number[]): Promise<RefusingProxy> {
  const refusals = [...statuses]
  const server = createServer((req, res) => {
    const status = refusals.shift()
    if (status !== undefined) {
      req.resume().once('end', () => res.writeHead(status, { 'Retry-After': '0' }).end())
      return
    }
    const { method = 'GET', url = '/', headers } = req
    const forwarded = request(new URL(url, target), { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(res)
    })
    forwarded.on('error', () => res.destroy())
    req.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    refusals,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
