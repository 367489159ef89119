import { transform } from 'esbuild'
import { strToU8, zipSync } from 'fflate'

/** What the stack trace of such an error names once it is resolved. */
export const originalFile = 'src/module.ts'

/** A bundle of one script with its map, and what a frame of it says. */
export interface MadeBundle {
  bytes: Buffer
  debugId: string
  /** Of the script. */
  path: string
  /** Of something in it. */
  place: { lineno: number; colno: number }
}

/** Enough that converting the map takes a moment. */
const functionCount = 4_000

/** @param number Bundles of different numbers have nothing in common. */
export async function createBundle(number: number): Promise<MadeBundle> {
  const debugId = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const functions = Array.from(
    { length: functionCount },
    (_, index) => `export function calculate${number}Of${index}(value: number) {
  const doubled = value * ${index} + ${number}
  if (doubled > ${index}) throw new Error('too much: ' + doubled)
  return doubled
}`,
  )
  const options = { loader: 'ts', minify: true, sourcemap: 'external', sourcefile: originalFile } as const
  const { code, map } = await transform(functions.join('\n'), options)
  const name = `app${number}.js`
  const headers = { 'debug-id': debugId }
  const files = {
    [name]: { type: 'minified_source', url: `~/${name}`, headers: { ...headers, sourcemap: `${name}.map` } },
    [`${name}.map`]: { type: 'source_map', url: `~/${name}.map`, headers },
  }
  const entries = { 'manifest.json': JSON.stringify({ files }), [name]: code, [`${name}.map`]: map }
  const zip = zipSync(Object.fromEntries(Object.entries(entries).map(([at, text]) => [at, strToU8(text)])))
  const place = { lineno: 1, colno: code.indexOf('throw') + 1 }
  return { bytes: Buffer.from(zip), debugId, path: `https://shop.example/${name}`, place }
}

/** Posts an error that happened in the script of a bundle. @returns the status. */
export async function sendMinifiedError(
  ingestUrl: string,
  { number, publicKey }: { number: number; publicKey: string },
  { eventId, bundle }: { eventId: string; bundle: MadeBundle },
): Promise<number> {
  const { path, debugId, place } = bundle
  const frames = [{ abs_path: path, filename: path, function: 'q', ...place, in_app: true }]
  const event = {
    event_id: eventId,
    timestamp: Date.now() / 1_000,
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'failed', stacktrace: { frames } }] },
    debug_meta: { images: [{ type: 'sourcemap', code_file: path, debug_id: debugId }] },
  }
  const url = `${ingestUrl}/api/${number}/envelope/?sentry_key=${publicKey}&sentry_version=7`
  const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}`
  const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(30_000) })
  await answer.arrayBuffer()
  return answer.status
}
