import { transform } from 'esbuild'
import { strToU8, zipSync } from 'fflate'

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
  const options = { loader: 'ts', minify: true, sourcemap: 'external', sourcefile: 'src/module.ts' } as const
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
