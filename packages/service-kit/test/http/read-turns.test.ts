import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { recordOrganization, ReadTurns } from '../../src/http/read-turns.js'

const { readsPerTurnMax, sharedMs } = limits.arrivals
const burst = 10 * readsPerTurnMax

describe('turns of reading', () => {
  let now: number
  let server: Server
  let sockets: Socket[]
  /** Requests that were read, by event-loop tick. */
  let readInTick: number[]
  beforeEach(async () => {
    now = 0
    sockets = []
    readInTick = []
    server = createServer()
    const turns = new ReadTurns(() => now)
    server.on('connection', (socket) => {
      turns.add(socket, 'an address')
    })
    server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      turns.recordRequest(req.socket)
      res.once('close', () => {
        turns.markIdle(req.socket)
      })
      recordOrganization(req, String(req.headers['x-organization']))
      countInTick()
      res.end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  let isCounting = false
  function countInTick(): void {
    if (!isCounting) {
      isCounting = true
      readInTick.push(0)
      setImmediate(() => {
        isCounting = false
      })
    }
    readInTick.push((readInTick.pop() ?? 0) + 1)
  }

  async function open(count: number, organization: string): Promise<Socket[]> {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the server is not listening')
    const opened = Array.from({ length: count }, () => connect(address.port, '127.0.0.1'))
    sockets.push(...opened)
    for (const socket of opened) await once(socket, 'connect')
    // The server learns whose connections these are.
    for (const socket of opened) await send([socket], organization)
    return opened
  }

  /** Sends a request on each connection at once. Resolves when all are answered. */
  async function send(connections: readonly Socket[], organization: string): Promise<void> {
    const answered = connections.map((socket) => once(socket, 'data'))
    for (const socket of connections)
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Organization: ${organization}\r\n\r\n`)
    await Promise.all(answered)
  }

  it("read a few of an organization's requests per tick while others send", async () => {
    const other = await open(1, 'other')
    const many = await open(burst, 'many')
    await send(other, 'other')
    readInTick = []
    await send(many, 'many')
    expect(Math.max(...readInTick)).to.be.at.most(readsPerTurnMax)
    expect(readInTick.reduce((sum, read) => sum + read, 0)).to.equal(burst)
  })

  it("don't delay others in the meantime", async () => {
    const other = await open(1, 'other')
    const many = await open(burst, 'many')
    await send(other, 'other')
    readInTick = []
    const all = send(many, 'many')
    await send(other, 'other')
    const before = readInTick.length
    await all
    expect(before).to.be.below(readInTick.length)
  })

  it('read everything that one organization sends alone', async () => {
    const other = await open(1, 'other')
    const many = await open(burst, 'many')
    await send(other, 'other')
    now += sharedMs
    readInTick = []
    await send(many, 'many')
    expect(Math.max(...readInTick)).to.be.above(readsPerTurnMax)
  })

  it('read everything that one organization sends alone, even right after it opened connections', async () => {
    const many = await open(burst, 'many')
    readInTick = []
    await send(many, 'many')
    expect(Math.max(...readInTick)).to.be.above(readsPerTurnMax)
  })

  it('forget connections that are closed while they wait', async () => {
    const other = await open(1, 'other')
    const many = await open(burst, 'many')
    await send(other, 'other')
    const all = send(many.slice(0, readsPerTurnMax), 'many')
    for (const socket of many.slice(readsPerTurnMax)) socket.destroy()
    await all
    while ((await countConnections()) > 1 + readsPerTurnMax) await nextTurn()
  })

  function countConnections(): Promise<number> {
    return new Promise((resolve, reject) => {
      server.getConnections((error, count) => {
        if (error === null) resolve(count)
        else reject(error)
      })
    })
  }
})
