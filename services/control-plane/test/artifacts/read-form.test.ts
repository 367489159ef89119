import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { limits, ServiceError } from '@signalbox/contracts'
import { MemoryBudget } from '@signalbox/service-kit'
import { expect } from 'chai'
import { readForm, type FormBounds, type FormFile } from '../../src/artifacts/read-form.js'

const mib = 1_048_576

describe('readForm', () => {
  let server: Server
  let url = ''
  let bounds: FormBounds
  let take: (file: FormFile) => Promise<void>
  let bytesRead: () => number
  const memory = new MemoryBudget(limits.artifacts.formMemory)

  before(async () => {
    server = createServer((req, res) => {
      const before = req.socket.bytesRead
      bytesRead = () => req.socket.bytesRead - before
      readForm({ req, memory, organizationId: 'organization' }, bounds, (file) => take(file)).then(
        (fields) => res.end(JSON.stringify([...fields])),
        (error: unknown) => res.writeHead(error instanceof ServiceError ? error.status : 500).end(),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/`
  })
  beforeEach(() => {
    bounds = { bytesMax: 100 * mib, filesMax: 100, fileBytesMax: 2 * mib }
    take = () => Promise.resolve()
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const formOf = (files: number, bytes: number): FormData => {
    const form = new FormData()
    form.append('release', 'shop@1')
    const content = new Blob([new Uint8Array(bytes)])
    for (let index = 0; index < files; index += 1) form.append('file', content, `${index}.js`)
    return form
  }
  const send = (body: FormData | ReadableStream | string, init: RequestInit = {}) =>
    fetch(url, { method: 'POST', body, ...init })

  it('returns files in order and fields by name', async () => {
    const taken: string[] = []
    take = ({ filename, bytes }) => Promise.resolve(void taken.push(`${filename} ${bytes.length}`))
    const answer = await send(formOf(3, 1_000))
    expect(await answer.json()).to.deep.equal([['release', 'shop@1']])
    expect(taken).to.deep.equal(['0.js 1000', '1.js 1000', '2.js 1000'])
  })

  it('rejects a form with several faults, and continues', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const file = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nMDMP\r\n'
    for (const broken of ['--x\r\n\0: b\r\n\r\n', '--x\r\nA\0\r\n\r\nb', '--x\r\n\0\r\n--x\r\n\0\r\n']) {
      for (const body of [broken, file + broken]) expect((await send(body, { headers })).status).to.equal(400)
    }
    expect((await send(formOf(1, 10))).status).to.equal(200)
  })

  it('reads a file after the previous one was processed, however slowly', async () => {
    let taken = 0
    let ahead = 0
    take = async () => {
      await delay(5)
      taken += 1
      ahead = Math.max(ahead, bytesRead() - taken * mib)
    }
    expect((await send(formOf(60, mib))).status).to.equal(200)
    expect(taken).to.equal(60)
    expect(ahead).to.be.below(4 * mib)
  })

  it('accepts files of the maximum size, and none a byte larger, nor overlong fields', async () => {
    bounds = { ...bounds, fileBytesMax: 1_000 }
    expect((await send(formOf(1, 1_000))).status).to.equal(200)
    expect((await send(formOf(1, 1_001))).status).to.equal(413)
    const long = new FormData()
    long.append('release', 'r'.repeat(limits.artifacts.urlLengthMax + 1))
    expect((await send(long)).status).to.equal(413)
  })

  it('answers 413 to an oversized form while it is being sent', async () => {
    bounds = { ...bounds, bytesMax: mib }
    expect((await send(formOf(30, mib))).status).to.equal(413)
    const unknownLength = new Response(formOf(30, mib))
    const headers = { 'content-type': unknownLength.headers.get('content-type') ?? '' }
    const init = { headers, duplex: 'half' } as RequestInit
    expect((await send(unknownLength.body ?? '', init)).status).to.equal(413)
    bounds = { ...bounds, bytesMax: 100 * mib, filesMax: 2 }
    expect((await send(formOf(3, 1_000))).status).to.equal(413)
    bounds = { ...bounds, filesMax: 5, fileBytesMax: 1_000 }
    expect((await send(formOf(1, 1_001))).status).to.equal(413)
  })

  it("returns a file's rejection while the rest is being sent", async () => {
    take = () => Promise.reject(new ServiceError('bad-request', { detail: 'not this one' }))
    expect((await send(formOf(30, mib))).status).to.equal(400)
    expect((await send('{}', { headers: { 'content-type': 'application/json' } })).status).to.equal(400)
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.js"\r\n\r\nthe end is missing'
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await send(cut, { headers })).status).to.equal(400)
  })
})
