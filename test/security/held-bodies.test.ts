import { request, type ClientRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'

const mib = 1_048_576
/** Often and large enough not to count as slow. */
const drip = { bytes: 2 * limits.body.leastRate.bytes, everyMs: limits.body.leastRate.withinMs / 10 }
/** Generous enough for a busy machine, on which sending is slow. */
const cutWithinMs = limits.body.leastRate.withinMs * 2 + 60_000
/** The same for hundreds of megabytes. */
const refusedWithinMs = 240_000

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/** A request that is sent partially and then stalls. */
interface Held {
  /** Status of the response, or that the connection was cut. */
  end: number | 'cut' | undefined
}

describe('stalled API requests', () => {
  let signalbox: InProcessSignalbox
  const requests: ClientRequest[] = []
  before(async () => {
    signalbox = await startInProcess()
  })
  after(async () => {
    for (const req of requests) req.destroy()
    await signalbox.close()
  })

  const hold = (path: string, headers: Record<string, string>, pieces: Pieces): Held => {
    const held: Held = { end: undefined }
    const req = request(signalbox.url + path, { method: 'POST', headers, agent: false })
    requests.push(req)
    req.on('response', (res) => {
      held.end = res.statusCode
      res.resume()
    })
    req.on('error', () => (held.end ??= 'cut'))
    void send(req, pieces)
    return held
  }
  const send = async (req: ClientRequest, pieces: Pieces): Promise<void> => {
    for await (const piece of pieces) {
      if (req.destroyed) return
      await new Promise<void>((resolve) => {
        req.write(piece, () => {
          resolve()
        })
      })
    }
  }
  /** Sends a file quickly, then drips until it is to stall: however slow the machine is, none stalls before the others. */
  async function* fileOf(start: string, bytes: number, isToStall: () => boolean) {
    yield start
    for (let sent = 0; sent < bytes; sent += mib) yield new Uint8Array(mib)
    while (!isToStall()) {
      await delay(drip.everyMs)
      yield new Uint8Array(drip.bytes)
    }
  }
  const holdUpload = (bytes: number, isToStall: () => boolean) => {
    const disposition = 'Content-Disposition: form-data; name="file"; filename="a.js"'
    const start = `--b\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`
    const headers = { authorization: `Bearer ${signalbox.apiKey}`, 'content-type': 'multipart/form-data; boundary=b' }
    return hold(
      `/api/v1/telemetry/projects/${String(signalbox.project.number)}/source-maps/`,
      headers,
      fileOf(start, bytes, isToStall),
    )
  }

  it("use no more memory for files than an organization's share, and are cut off", async function () {
    this.timeout(refusedWithinMs + cutWithinMs + 30_000)
    const bytes = 40 * mib
    const count = Math.floor(limits.artifacts.formMemory.shareBytesMax / bytes) + 2
    const uploads: Held[] = []
    const isRefused = () => uploads.some(({ end }) => end === 503)
    const isHeld = ({ end }: Held) => end === undefined
    await eventually(
      () => {
        // A machine that is busy for seconds may cut some.
        while (!isRefused() && uploads.filter(isHeld).length < count) uploads.push(holdUpload(bytes, isRefused))
        expect(isRefused()).to.equal(true)
      },
      { withinMs: refusedWithinMs },
    )
    await eventually(
      () => {
        for (const { end } of uploads) expect(end).to.be.oneOf([503, 'cut'])
      },
      { withinMs: cutWithinMs },
    )
    const { status } = await signalbox.call('GET', '/api/v1/telemetry/projects/')
    expect(status).to.equal(200)
  })

  it('of unauthenticated clients are limited in size and cut off', async function () {
    this.timeout(120_000)
    const path = '/api/v1/auth/sign-in/'
    const slow = hold(path, { 'content-type': 'application/json' }, ['{"email":"'])
    const { status } = await signalbox.call('POST', path, {
      email: 'a@b.cd',
      password: 'x'.repeat(limits.body.publicJsonBytesMax),
    })
    expect(status).to.equal(413)
    await eventually(
      () => {
        expect(slow.end).to.equal('cut')
      },
      { withinMs: cutWithinMs },
    )
  })
})
