import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BlobStore } from '@signalbox/artifact-store'
import { isJsonObject } from '@signalbox/contracts'
import type { LogRecordInput } from '@signalbox/event-log'
import type { ResolvedScript, SourceMapDirectory } from '@signalbox/service-kit'
import { convertMap, openArtifactBundle } from '@signalbox/source-maps'
import { envelopeHeaders } from './event-load.js'

const names = ['01-simple-node-esbuild', '02-async-class-node-vite', '04-browser-chromium-debugid']

/** An event of minified code as sent by an SDK. */
type RecordedEvent = Record<string, unknown>

/** Recorded errors of minified Node and browser code, with the maps that resolve them. */
export interface RecordedErrors {
  events: readonly RecordedEvent[]
  known: SourceMapDirectory
}

/** @param blobs receives the converted maps. */
export async function readRecordedErrors(blobs: BlobStore): Promise<RecordedErrors> {
  const events: RecordedEvent[] = []
  const scripts = new Map<string, ResolvedScript>()
  for (const [at, name] of names.entries()) {
    const event: unknown = JSON.parse(await readFile(pathOf(name, 'event.json'), 'utf8'))
    if (!isJsonObject(event)) throw new Error(`the recorded event of ${name} is not an object`)
    events.push(event)
    const index = String(at).padStart(64, 'f')
    await blobs.put({ area: 'indexes', name: index }, await convertPair(name))
    for (const path of scriptsOf(event)) {
      scripts.set(path, { state: 'mapped', index, mapUrl: `${path}.map`, resolvedWith: 'debug-id', detail: null })
    }
  }
  const resolveScripts: SourceMapDirectory['resolveScripts'] = ({ scripts: asked }) =>
    Promise.resolve(asked.map(({ path }) => scripts.get(path) ?? unknownScript))
  return { events, known: { resolveScripts } }
}

const unknownScript: ResolvedScript = {
  state: 'missing_source',
  index: null,
  mapUrl: null,
  resolvedWith: 'release',
  detail: null,
}

async function convertPair(name: string): Promise<Buffer> {
  const bundle = await openArtifactBundle(pathOf(name, 'upload.artifactbundle.zip'))
  const textOf = async (type: string): Promise<string> => {
    const file = bundle.manifest.files.find((each) => each.type === type)
    if (file === undefined) throw new Error(`the bundle of ${name} has no ${type}`)
    return (await bundle.read(file)).toString('utf8')
  }
  const index = convertMap(await textOf('source_map'), await textOf('minified_source'))
  bundle.close()
  return index
}

/** The files for which the event contains debug ids. */
function scriptsOf({ debug_meta: meta }: RecordedEvent): string[] {
  const images: unknown = isJsonObject(meta) ? meta['images'] : undefined
  return (Array.isArray(images) ? images : []).flatMap((image: unknown) =>
    isJsonObject(image) && typeof image['code_file'] === 'string' ? [image['code_file']] : [],
  )
}

function pathOf(name: string, file: string): string {
  return fileURLToPath(new URL(`../../packages/source-maps/test/fixtures/${name}/${file}`, import.meta.url))
}

/**
 * Cycles through the events, each as a distinct error: spike sampling would reduce the work.
 * @param firstId id of the first one; ids must be unique.
 */
export function toEnvelopes(
  { events }: RecordedErrors,
  { count, firstId }: { count: number; firstId: number },
): LogRecordInput[] {
  const headers = envelopeHeaders('identity')
  return Array.from({ length: count }, (_, at) => {
    const event_id = (firstId + at).toString(16).padStart(32, '0')
    const sent = { ...events[at % events.length], event_id, timestamp: Date.now() / 1_000, fingerprint: [String(at)] }
    return {
      headers,
      rows: 1,
      value: Buffer.from(`{"event_id":"${event_id}"}\n{"type":"event"}\n${JSON.stringify(sent)}\n`),
    }
  })
}
