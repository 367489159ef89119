import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { createHttpServer, silentLog, type HttpServer } from '../../src/index.js'
import { eventually } from '../../../../test/support/eventually.js'

const { pipelinedMax } = limits.arrivals

describe('pipelined requests on one connection', () => {
  let server: HttpServer
  let socket: Socket
  let begun: string[]
  let answer: (() => void) | undefined
  let answersAlone: boolean
  let received: string
  let closed: number
  beforeEach(async () => {
    ;[begun, answer, answersAlone, received, closed] = [[], undefined, false, '', 0]
    server = createHttpServer({
      port: 0,
      host: '127.0.0.1',
      log: silentLog,
      app: (req, res) => {
        begun.push(req.url ?? '')
        res.once('close', () => (closed += 1))
        answer = () => res.end(`<${req.url}>`)
        if (answersAlone) answer()
      },
    })
    await server.start()
    socket = connect(server.address().port, '127.0.0.1').on('data', (bytes) => (received += bytes.toString()))
    await once(socket, 'connect')
  })
  afterEach(async () => {
    socket.destroy()
    await server.stop()
  })
  const send = (paths: readonly string[]) =>
    socket.write(paths.map((path) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}`).join(''))
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)
  const answered = () => [...received.matchAll(/<([^>]+)>/g)].map(([, path]) => path)

  it('are served one at a time, in order', async () => {
    send(paths(3))
    for (const count of [1, 2, 3]) {
      await eventually(() => {
        expect(begun).to.deep.equal(paths(count))
      })
      await nextTurn()
      expect(begun).to.have.length(count)
      answer?.()
    }
    await eventually(() => {
      expect(answered()).to.deep.equal(paths(3))
    })
  })

  it('are all answered while they are few, and so are later ones', async () => {
    answersAlone = true
    send(paths(pipelinedMax + 1))
    await eventually(() => {
      expect(answered()).to.deep.equal(paths(pipelinedMax + 1))
    })
    send(['/later'])
    await eventually(() => {
      expect(answered().at(-1)).to.equal('/later')
    })
  })

  it('close the connection when there are too many, and are not served', async () => {
    const closed = once(socket, 'close')
    send(paths(1_000))
    await closed
    await nextTurn()
    expect(begun).to.deep.equal(['/0'])
  })

  it('are dropped when the client disconnects', async () => {
    send(paths(5))
    await eventually(() => {
      expect(begun).to.have.length(1)
    })
    socket.destroy()
    await eventually(() => {
      expect(closed).to.equal(1)
    })
    answer?.()
    await nextTurn()
    expect(begun).to.deep.equal(['/0'])
  })
})
