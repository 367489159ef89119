import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { BodyError, decodeBody, inflateBeginning } from '@signalbox/envelope'
import {
  convertMap,
  InvalidBundleError,
  MalformedSourceMapError,
  openArtifactBundle,
  openFlatIndex,
} from '@signalbox/source-maps'
import { rawBlock, runBlock, zstdFrame } from '../../packages/envelope/test/zstd-data.js'
import { zip } from '../../packages/source-maps/test/support/hostile-bundles.js'
import type { Random } from '../support/random.js'
import { flipBytes, mutateBytes, mutateField, type Json } from './mutations.js'
import type { FuzzSubject } from './subject.js'
import { unlessRefused } from './text-subjects.js'

/** Readers of compressed and packed bytes: damaged input is rejected, and nothing exceeds its limit. */

const inflatedBytesMax = 1_048_576
/** Larger bodies are inflated in steps. */
const longBytes = 100_000

const codecs = {
  gzip: gzipSync,
  deflate: (bytes: Buffer) => deflateSync(bytes),
  raw: (bytes: Buffer) => deflateRawSync(bytes),
  br: (bytes: Buffer) => brotliCompressSync(bytes),
  zstd: (bytes: Buffer) => zstdFrame([runBlock(65, 200, false), rawBlock(bytes.subarray(0, 100_000), true)]),
} as const

export const inflation: FuzzSubject = {
  name: 'damaged bodies in every encoding',
  round: async ({ envelopes }, random) => {
    const name = random.pick<keyof typeof codecs>(['gzip', 'deflate', 'raw', 'br', 'zstd'])
    const envelope = Buffer.from(envelopes[random.integer(0, envelopes.length - 1)]!)
    const content = random.next() < 0.1 ? Buffer.alloc(random.integer(0, 3_000_000), envelope) : envelope
    const packed = codecs[name](content.subarray(0, random.next() < 0.5 ? longBytes : 3_000_000))
    const body = random.next() < 0.1 ? packed : (random.next() < 0.7 ? flipBytes : mutateBytes)(packed, random)
    const encoding = name === 'raw' ? 'deflate' : name
    const beginning = await inflateBeginning(body, encoding, 65_536)
    if (beginning.length > 65_536) throw new Error(`${beginning.length} bytes are no beginning`)
    try {
      const inflated = await decodeBody(body, encoding, { bytesMax: inflatedBytesMax })
      if (inflated.length > inflatedBytesMax) throw new Error(`${inflated.length} bytes were inflated`)
    } catch (error) {
      if (!(error instanceof BodyError)) throw error
    }
  },
}

const fixture = readFileSync(
  new URL(
    '../../packages/source-maps/test/fixtures/04-browser-chromium-debugid/upload.artifactbundle.zip',
    import.meta.url,
  ),
)
const manifest: { [key: string]: Json } = {
  files: { 'a.js': { type: 'minified_source', url: '~/a.js', headers: { sourcemap: 'a.js.map', 'debug-id': 'x' } } },
  release: 'shop@1',
}

/** A directory for a process's files, removed on exit. */
let directory: string | undefined
function fileFor(bytes: Buffer): string {
  directory ??= mkdtempSync(join(tmpdir(), 'signalbox-fuzz-'))
  const path = join(directory, 'bundle')
  writeFileSync(path, bytes)
  return path
}

const bundles: FuzzSubject = {
  name: 'damaged artifact bundles',
  round: async (_corpus, random) => {
    const made = () => Buffer.from(zip({ 'manifest.json': mutateField(manifest, random).json, 'a.js': 'x' }))
    const damaged = () => (random.next() < 0.7 ? flipBytes : mutateBytes)(damagedPart(random), random)
    const path = fileFor(random.next() < 0.3 ? made() : damaged())
    try {
      const bundle = await openArtifactBundle(path)
      try {
        for (const file of bundle.manifest.files) await bundle.read(file)
      } finally {
        bundle.close()
      }
    } catch (error) {
      if (!(error instanceof InvalidBundleError)) throw error
    }
  },
  close: () => {
    if (directory !== undefined) rmSync(directory, { recursive: true })
    directory = undefined
  },
}

/** A complete bundle or a small one, in which damage hits names and sizes. */
function damagedPart(random: Random): Buffer {
  return random.next() < 0.5 ? fixture : Buffer.from(zip({ 'manifest.json': manifest, 'a.js': 'function a(){}' }))
}

const code = 'class A{b(){throw new Error("c")}};const d=e=>{new A().b(e)};d(1)\n//# sourceMappingURL=a.js.map'
const map: { [key: string]: Json } = {
  version: 3,
  file: 'a.js',
  sourceRoot: '/app',
  sources: ['src/a.ts', null, '../b.ts'],
  sourcesContent: ['class Account {\n  pay() {\n    throw new Error("c")\n  }\n}', null],
  names: ['Account', 'pay', 'start'],
  mappings: 'AAAA,MAAMA,EACJC,IACE,MAAM,IAAIC;;CACZ,CACF,CAEAC,MAAMC',
  x_facebook_sources: [[{ names: ['<global>', 'pay'], mappings: 'AAA,CACC' }], null],
  ignoreList: [1],
  debug_id: '00000000-0000-4000-8000-000000000001',
}
const sections: { [key: string]: Json } = {
  version: 3,
  sections: [
    { offset: { line: 0, column: 0 }, map },
    { offset: { line: 3, column: 7 }, map },
  ],
}

const sourceMaps: FuzzSubject = {
  name: 'damaged source maps and code',
  round: (_corpus, random) => {
    const text = JSON.stringify(mutateField(random.pick([map, sections]), random).json)
    const mapText = random.next() < 0.2 ? mutateBytes(Buffer.from(text), random).toString() : text
    const codeText = random.next() < 0.5 ? mutateBytes(Buffer.from(code), random).toString() : code
    const written = unlessRefused(MalformedSourceMapError, () => convertMap(mapText, codeText))
    if (written === undefined) return
    const index = openFlatIndex(written)
    if (index === undefined) throw new Error('what was converted cannot be opened')
    for (let line = 0; line < 6; line += 1) {
      const found = index.find(line, random.integer(0, 80))
      if (found !== undefined) index.sourceLines(found.source, found)
    }
  },
}

export const callersBodySubjects: readonly FuzzSubject[] = [bundles, sourceMaps]
