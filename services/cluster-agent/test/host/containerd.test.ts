import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Http2Server } from 'node:http2'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createContainerd } from '../../src/host/containerd.js'

// Messages according to containerd's own description, encoded by hand.
const field = (number: number, bytes: Buffer) => {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7]
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes])
}
const text = (number: number, value: string) => field(number, Buffer.from(value))
const entry = (name: string, value: string) => field(2, Buffer.concat([text(1, name), text(2, value)]))
const namespaces = Buffer.concat(['default', 'moby', 'k8s.io'].map((name) => field(1, text(1, name))))
const container = (id: string, ...labels: Buffer[]) =>
  // With a text, a number and a message after the fields that are read.
  field(
    1,
    Buffer.concat([
      text(1, id),
      ...labels,
      text(3, 'image:1'),
      Buffer.from([0x48, 0x96, 0x01]),
      field(8, text(1, 'x')),
    ]),
  )

const answers: Readonly<Record<string, Buffer>> = {
  '/containerd.services.namespaces.v1.Namespaces/List': namespaces,
  '/containerd.services.containers.v1.Containers/List': Buffer.concat([
    container('ab'.repeat(32), entry('nerdctl/name', 'web'), entry('com.docker.compose.service', 'front')),
    container('cd'.repeat(32)),
  ]),
}

function frame(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5)
  prefix.writeUInt32BE(message.length, 1)
  return Buffer.concat([prefix, message])
}

describe('createContainerd', () => {
  let directory: string
  let socket: string
  let server: Http2Server
  let asked: string[]
  let status: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-containerd-'))
    socket = join(directory, 'containerd.sock')
    asked = []
    status = '0'
    server = createServer()
    server.on('stream', (stream, headers) => {
      const path = String(headers[':path'])
      asked.push(`${path} ${String(headers['containerd-namespace'])}`)
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => {
        stream.sendTrailers({ 'grpc-status': status })
      })
      stream.end(status === '0' ? frame(answers[path]!) : undefined)
    })
    server.listen(socket)
    await once(server, 'listening')
  })
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(directory, { recursive: true })
  })

  it('lists the containers of every namespace that no other source names', async () => {
    const known = await createContainerd(socket).list()
    expect(known.map(({ id, namespace, name, service }) => [id.slice(0, 4), namespace, name, service])).to.deep.equal([
      ['abab', 'containerd', 'web', 'front'],
      ['cdcd', 'containerd', 'cdcdcdcdcdcd', 'cdcdcdcdcdcd'],
    ])
    expect(asked.at(-1)).to.equal('/containerd.services.containers.v1.Containers/List default')
    expect(asked).to.have.lengthOf(2)
  })

  it("fails with an error's status", async () => {
    status = '12'
    const failure = await createContainerd(socket).list().catch(String)
    expect(failure).to.include('gRPC status 12')
  })

  it('returns none without a socket', async () => {
    expect(await createContainerd(join(directory, 'none.sock')).list()).to.deep.equal([])
  })
})
