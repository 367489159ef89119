import { expect } from 'chai'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { discardBeforeClose, discardRest } from '../../src/http/discard-rest.js'

const bodyBytes = 32 * 1024 * 1024

describe('early answers', () => {
  let server: Server
  let requests: IncomingMessage[]
  let answers: Promise<void>[]

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    requests.push(req)
    await discardBeforeClose(req)
    res.writeHead(413, { 'Content-Length': '3' }).end('too')
    discardRest(req)
  }
  const open = (head: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`POST / HTTP/${head}\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`)
    return socket
  }
  /** Everything that the server sends until it closes the connection. @throws if the connection is reset. */
  const readAll = async (socket: Socket): Promise<string> => {
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    await once(socket, 'close')
    return text
  }

  beforeEach(async () => {
    requests = []
    answers = []
    server = createServer((req, res) => answers.push(answer(req, res)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('reach a client that sends its whole body before it reads, on connections that close', async () => {
    for (const head of ['1.1\r\nConnection: close', '1.0']) {
      const socket = open(head)
      const answered = readAll(socket)
      socket.write(Buffer.alloc(bodyBytes))
      expect(await answered, head).to.match(/^HTTP\/1.1 413 [^]*too$/)
    }
  })

  it('are sent immediately on keep-alive connections, and the rest is drained', async () => {
    const socket = open('1.1')
    await once(socket, 'data')
    expect(requests[0]?.complete).to.equal(false)
    const ended = once(requests[0]!, 'end')
    socket.write(Buffer.alloc(bodyBytes))
    await ended
    socket.destroy()
  })

  it('stop waiting when the client goes away', async () => {
    const asked = once(server, 'request')
    const socket = open('1.1\r\nConnection: close')
    await asked
    socket.destroy()
    await Promise.all(answers)
    expect(answers).to.have.length(1)
  })
})
