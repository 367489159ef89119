import { transform } from 'esbuild'
import { zip } from '../../packages/source-maps/test/support/hostile-bundles.js'

/** The file that a resolved stack trace of such an error names. */
export const originalFile = 'src/module.ts'

/** A bundle of one script with its map, and a frame in it. */
export interface MadeBundle {
  bytes: Buffer
  debugId: string
  /** Path of the script. */
  path: string
  /** A position in the script. */
  place: { lineno: number; colno: number }
}

/** Enough for converting the map to take a moment. */
const functionCount = 4_000

/** @param number bundles with different numbers have nothing in common. */
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
  const bytes = Buffer.from(zip({ 'manifest.json': { files }, [name]: code, [`${name}.map`]: map }))
  const place = { lineno: 1, colno: code.indexOf('throw') + 1 }
  return { bytes, debugId, path: `https://shop.example/${name}`, place }
}

/**
 * Posts an error in a bundle's script.
 * @returns the status.
 */
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
