import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { limits, type EventDetail } from '@signalbox/contracts'
import { assembleBundle, sendChunk as sendChunkTo, sha1Of } from '../support/upload-chunks.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEvent } from '../support/post-envelope.js'
import { uploadSourceMaps } from '../support/upload-source-maps.js'

const fixtures = new URL('../../packages/source-maps/test/fixtures/', import.meta.url)
const fixtureNames = ['01-simple-node-esbuild', '02-async-class-node-vite', '04-browser-chromium-debugid']

describe('source maps', () => {
  let signalbox: InProcessSignalbox
  before(async () => {
    signalbox = await startInProcess()
  })
  after(() => signalbox.close())

  const assemble = (bytes: Buffer, more: object = {}) => assembleBundle(signalbox, bytes, more)
  const sendChunk = (bytes: Buffer, name?: string) => sendChunkTo(signalbox, bytes, name)

  const sendEvent = (event: Record<string, unknown> & { event_id: string }) =>
    postEvent(signalbox.url, signalbox.project, event)

  const readDetail = async (eventId: string): Promise<EventDetail> => {
    let detail: EventDetail | undefined
    await eventually(async () => {
      const answer = await signalbox.call('GET', `/api/v1/telemetry/query/events/${eventId}/`)
      expect(answer.status).to.equal(200)
      detail = answer.body as EventDetail
    })
    if (detail === undefined) throw new Error('no event')
    return detail
  }

  for (const [index, name] of fixtureNames.entries()) {
    it(`show original code for ${name}, with the rest of the upload`, async () => {
      const bundle = await readFile(new URL(`${name}/upload.artifactbundle.zip`, fixtures))
      expect((await assemble(bundle)).body).to.deep.include({ state: 'not_found', missingChunks: [sha1Of(bundle)] })
      expect(await sendChunk(bundle)).to.equal(200)
      expect((await assemble(bundle)).body).to.deep.equal({ state: 'ok', missingChunks: [], detail: null })
      expect((await assemble(bundle)).body).to.deep.equal({ state: 'ok', missingChunks: [], detail: null })

      const event = JSON.parse(await readFile(new URL(`${name}/event.json`, fixtures), 'utf8')) as object
      const eventId = String(index + 1).padStart(32, 'a')
      await sendEvent({ ...event, event_id: eventId, ...{ timestamp: Date.now() / 1_000 } })
      const detail = await readDetail(eventId)
      const expected = JSON.parse(await readFile(new URL(`${name}/expected.json`, fixtures), 'utf8')) as Expected
      const [exception] = (detail.event['exception'] ?? []) as Stored[]
      const frames = expected.exception.values[0]?.frames ?? []
      frames.forEach(({ expected: wanted, raw }, at) => {
        expect(exception?.raw_stacktrace.frames[at]).to.include({ function: raw.function })
        if (wanted === null) return
        const { abs_path, data, ...fields } = wanted
        const frame = exception?.stacktrace.frames[at]
        expect(frame).to.deep.include(fields)
        expect(frame?.['abs_path'] ?? frame?.['filename']).to.equal(abs_path)
        expect(frame?.['data']).to.deep.equal(data)
      })
      const last = frames.findLast((frame) => frame.expected !== null)?.expected
      expect(detail.stack_trace).to.include(`${last?.function} (${last?.filename}:${last?.lineno}:${last?.colno})`)
    })
  }

  it('accept chunks of the advertised size, even if incompressible', async () => {
    expect(await sendChunk(randomBytes(limits.artifacts.chunkBytesMax))).to.equal(200)
  })

  it('reject chunks that do not match their checksum, and decompression bombs', async () => {
    expect(await sendChunk(Buffer.from('x'), 'a'.repeat(40))).to.equal(400)
    expect(await sendChunk(Buffer.alloc(20_000_000))).to.equal(400)
  })

  it('say why a bundle cannot be used', async () => {
    const bytes = Buffer.from('no bundle at all')
    await sendChunk(bytes)
    const { body } = await assemble(bytes)
    expect(body).to.include({ state: 'error' })
    expect((body as { detail: string }).detail).to.include('not a readable ZIP file')
  })

  it('reject unknown projects, and a dist without a release', async () => {
    const bytes = Buffer.from('x')
    expect((await assemble(bytes, { projects: ['nobody'] })).status).to.equal(400)
    expect((await assemble(bytes, { dist: '1' })).status).to.equal(400)
  })

  it('accept files without any tool, and find them by release, dist and URL', async () => {
    const fixture = await readFixtureFiles('04-browser-chromium-debugid')
    const files = [
      { name: 'app.min.js', bytes: fixture.code },
      { name: 'app.min.js.map', bytes: fixture.map },
    ]
    await uploadSourceMaps(signalbox, files, { release: 'plain@1', dist: '7', url_prefix: '~/static/js' })

    const event = JSON.parse(
      await readFile(new URL('04-browser-chromium-debugid/event.json', fixtures), 'utf8'),
    ) as object
    const at = { timestamp: Date.now() / 1_000, debug_meta: undefined, release: 'plain@1' }
    await sendEvent({ ...event, ...at, event_id: 'b'.repeat(32), dist: '7' })
    await sendEvent({ ...event, ...at, event_id: 'c'.repeat(32), dist: '8' })
    expect((await readDetail('b'.repeat(32))).stack_trace).to.include('Cart.add (../src/cart.ts:11:13)')
    expect((await readDetail('c'.repeat(32))).stack_trace).to.not.include('cart.ts')
  })
})

interface Stored {
  stacktrace: { frames: Record<string, unknown>[] }
  raw_stacktrace: { frames: Record<string, unknown>[] }
}

interface Expected {
  exception: {
    values: {
      frames: {
        raw: { function: string }
        expected: null | {
          function: string
          filename: string
          abs_path: string
          lineno: number
          colno: number
          data: object
        }
      }[]
    }[]
  }
}

async function readFixtureFiles(name: string): Promise<{ code: Buffer; map: Buffer }> {
  const { openArtifactBundle } = await import('@signalbox/source-maps')
  const bundle = await openArtifactBundle(fileURLToPath(new URL(`${name}/upload.artifactbundle.zip`, fixtures)))
  const [first, second] = bundle.manifest.files
  if (first === undefined || second === undefined) throw new Error('a fixture has two files')
  const files = [first, second].sort((a, b) => a.type.localeCompare(b.type))
  const [code, map] = await Promise.all(files.map((file) => bundle.read(file)))
  bundle.close()
  if (code === undefined || map === undefined) throw new Error('a fixture has two files')
  return { code, map }
}
