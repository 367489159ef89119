import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { EventDiagnosis, FrameFinding } from '@signalbox/contracts'
import { openArtifactBundle } from '@signalbox/source-maps'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEvent } from '../support/post-envelope.js'
import { uploadSourceMaps } from '../support/upload-source-maps.js'

const fixture = new URL('../../packages/source-maps/test/fixtures/04-browser-chromium-debugid/', import.meta.url)

/** A test setup: an upload, if any, and an event. */
interface Plant {
  finding: FrameFinding
  /** Release of the event. */
  release?: string
  dist?: string
  debugId?: string
  /** Replaces the frames' folder. */
  folder?: string
  upload?: { release?: string; dist?: string; prefix?: string; map?: (map: string) => string | undefined }
  isUploadLate?: boolean
  /** What the command must contain; null if there is none. */
  command: string | null
}

const asItIs = (map: string) => map
const editMap = (fields: object) => (map: string) => JSON.stringify({ ...(JSON.parse(map) as object), ...fields })

const plants: Plant[] = [
  { finding: 'no_release_or_debug_id', command: 'sourcemaps inject dist &&' },
  { finding: 'debug_id_not_uploaded', debugId: '12e9c425-007d-54e8-a27c-97f21c20dbcb', command: 'inject dist' },
  { finding: 'wrong_release', release: 'one@2', upload: { release: 'one@1' }, command: '--release one@2' },
  { finding: 'wrong_dist', release: 'two@1', dist: '8', upload: { dist: '7' }, command: '--dist 8' },
  { finding: 'wrong_path', release: 'three@1', upload: { prefix: '~/elsewhere' }, command: "--url-prefix '~" },
  { finding: 'not_uploaded', release: 'four@1', folder: '/nowhere/', command: "--url-prefix '~/nowhere'" },
  { finding: 'map_missing', release: 'five@1', upload: { map: () => undefined }, command: '--release five@1 dist' },
  { finding: 'map_malformed', release: 'six@1', upload: { map: (map) => map.slice(0, 99) }, command: 'upload' },
  { finding: 'invalid_location', release: 'seven@1', upload: { map: editMap({ mappings: '' }) }, command: 'upload' },
  {
    finding: 'sources_content_missing',
    release: 'eight@1',
    upload: { map: editMap({ sourcesContent: undefined }) },
    command: '--release eight@1',
  },
  { finding: 'uploaded_after_event', release: 'nine@1', upload: {}, isUploadLate: true, command: null },
  { finding: 'resolved', release: 'ten@1', upload: {}, command: null },
]

describe('diagnoseEvent', () => {
  let signalbox: InProcessSignalbox
  let files: { code: string; map: string }
  before(async () => {
    signalbox = await startInProcess()
    files = await readFiles()
  })
  after(() => signalbox.close())

  for (const [index, plant] of plants.entries()) {
    it(`reports ${plant.finding}, with its fix`, async () => {
      const eventId = (index + 1).toString(16).padStart(32, 'd')
      // A separate path, so nothing else matches it.
      const folder = plant.folder ?? `/case-${index}/`
      if (plant.isUploadLate !== true) await upload(plant, folder)
      await send(eventId, plant, folder)
      if (plant.isUploadLate === true) {
        await diagnose(eventId) // Fails until it is stored.
        await upload(plant, folder)
      }

      const { frames } = await diagnose(eventId)
      expect(frames.map(({ stack, frame }) => `${stack} ${frame}`)).to.include('exception/0 0')
      const last = frames.at(-1)
      expect(last?.finding, last?.explanation).to.equal(plant.finding)
      expect(last?.is_resolved).to.equal(['resolved', 'sources_content_missing'].includes(plant.finding))
      if (plant.command === null) expect(last?.command).to.equal(null)
      else expect(last?.command).to.include(plant.command)
      for (const { explanation } of frames) expect(explanation).to.match(/\.$/)
    })
  }

  it('answers 404 for an event of another project', async () => {
    const { body } = await signalbox.call('POST', '/api/v1/telemetry/projects/', { name: 'other' })
    const path = `/api/v1/telemetry/projects/${(body as { id: string }).id}/source-maps/events/${'d'.repeat(31)}1/`
    expect((await signalbox.call('GET', path)).status).to.equal(404)
  })

  async function upload({ release, dist, upload: planted }: Plant, folder: string): Promise<void> {
    if (planted === undefined) return
    const code = { name: 'app.min.js', bytes: files.code }
    const map = (planted.map ?? asItIs)(files.map)
    const uploaded = map === undefined ? [code] : [code, { name: 'app.min.js.map', bytes: map }]
    await uploadSourceMaps(signalbox, uploaded, {
      release: planted.release ?? release ?? '',
      dist: planted.dist ?? dist,
      url_prefix: planted.prefix ?? `~${folder.slice(0, -1)}`,
    })
  }

  async function send(eventId: string, { release, dist, debugId }: Plant, folder: string): Promise<void> {
    const text = await readFile(new URL('event.json', fixture), 'utf8')
    const event = JSON.parse(text.replaceAll(/(https?:\/\/[^/"]+)\/[^"]*\/(?=app\.min\.js)/g, `$1${folder}`)) as Sent
    const path = event.exception.values[0]?.stacktrace.frames.at(-1)?.filename
    const images = debugId === undefined ? [] : [{ type: 'sourcemap', code_file: path, debug_id: debugId }]
    const own = { event_id: eventId, timestamp: Date.now() / 1_000, debug_meta: { images } }
    await postEvent(signalbox.url, signalbox.project, { ...event, ...own, release, dist })
  }

  async function diagnose(eventId: string): Promise<EventDiagnosis> {
    const path = `/api/v1/telemetry/projects/${signalbox.project.number}/source-maps/events/${eventId}/`
    return eventually(async () => {
      const { status, body } = await signalbox.call('GET', path)
      expect(status).to.equal(200)
      return body as EventDiagnosis
    })
  }
})

interface Sent {
  exception: { values: { stacktrace: { frames: { filename: string }[] } }[] }
}

/** Without debug ids, which would match whatever the release. */
async function readFiles(): Promise<{ code: string; map: string }> {
  const bundle = await openArtifactBundle(fileURLToPath(new URL('upload.artifactbundle.zip', fixture)))
  const read = async (type: string) => {
    const file = bundle.manifest.files.find((one) => one.type === type)
    if (file === undefined) throw new Error(`the fixture has no ${type}`)
    return (await bundle.read(file)).toString()
  }
  const [code, map] = [await read('minified_source'), await read('source_map')]
  bundle.close()
  const withoutIds = editMap({ debugId: undefined, debug_id: undefined })
  return { code: code.replaceAll(/^\/\/# debugId=.*$/gm, ''), map: withoutIds(map) }
}
