import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { zipSync, strToU8, type Zippable } from 'fflate'
import { limits } from '@signalbox/contracts'
import { InvalidBundleError, openArtifactBundle } from '@signalbox/source-maps'
import { fixturePath } from '../support/fixtures.js'

describe('openArtifactBundle', () => {
  let folder = ''
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  const open = async (bytes: Uint8Array): Promise<string[]> => {
    const path = join(folder, 'bundle.zip')
    writeFileSync(path, bytes)
    const bundle = await openArtifactBundle(path)
    try {
      return await Promise.all(bundle.manifest.files.map(async (file) => (await bundle.read(file)).toString()))
    } finally {
      bundle.close()
    }
  }
  const refusal = (bytes: Uint8Array): Promise<unknown> => open(bytes).catch((error: unknown) => error)

  it('reads what sentry-cli uploads, with the eight bytes before the ZIP', async () => {
    const bundle = await openArtifactBundle(fixturePath('01-simple-node-esbuild', 'upload.artifactbundle.zip'))
    bundle.close()
    expect(bundle.manifest.files.map(({ type, url }) => [type, url])).to.have.deep.members([
      ['minified_source', '~/app.cjs'],
      ['source_map', '~/app.cjs.map'],
    ])
  })

  it('reads files by the names of the manifest, stored or deflated, and headers in any case', async () => {
    const manifest = { files: { 'x/y.js': { url: '~/y.js', headers: { Sourcemap: 'y.js.map' } } } }
    const bytes = zip({ 'manifest.json': manifest, 'x/y.js': 'code' })
    expect(await open(bytes)).to.deep.equal(['code'])
  })

  const hostile: Record<string, () => Uint8Array> = {
    'bytes that are not ZIP': () => strToU8('nothing of the kind'),
    'no bytes at all': () => new Uint8Array(),
    'a bundle without a manifest': () => zip({ 'a.js': 'x' }),
    'a manifest that is not JSON': () => zip({ 'manifest.json': '{' }),
    'a manifest that names a file that is not there': () => zip({ 'manifest.json': { files: { 'a.js': {} } } }),
    'a name that leads out of a folder': () => zip({ 'manifest.json': { files: {} }, '../../etc/passwd': 'x' }),
    'an absolute name': () => zip({ 'manifest.json': { files: {} }, '/etc/passwd': 'x' }),
    'a URL of ten thousand characters': () =>
      zip({ 'manifest.json': { files: { a: { url: 'x'.repeat(10_000) } } }, a: 'x' }),
    'a file that inflates to more than it says': () =>
      lie(zip({ 'manifest.json': { files: { a: {} } }, a: 'x'.repeat(9_000) }), 100),
    'a file that inflates to less than it says': () =>
      lie(zip({ 'manifest.json': { files: { a: {} } }, a: 'x'.repeat(9_000) }), 50_000),
    'a file that says it has more bytes than may be': () =>
      lie(zip({ 'manifest.json': { files: { a: {} } }, a: 'x' }), limits.artifacts.fileBytesMax + 1),
    'a bundle that was cut off': () => zip({ 'manifest.json': { files: {} } }).subarray(0, 60),
    'a million entries': () => manyEntries(1_000_000),
  }
  for (const [what, make] of Object.entries(hostile)) {
    it(`refuses ${what}`, async () => {
      expect(await refusal(make())).to.be.instanceOf(InvalidBundleError)
    })
  }

  it('stops a bomb at the size that it states, in bounded memory', async () => {
    const bomb = zip({ 'manifest.json': { files: { a: {} } }, a: new Uint8Array(50_000_000) })
    const before = process.memoryUsage().arrayBuffers
    expect(await refusal(lie(bomb, 1_000))).to.be.instanceOf(InvalidBundleError)
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(10_000_000)
  })
})

function zip(files: Record<string, unknown>): Uint8Array {
  const entries: Zippable = {}
  for (const [name, content] of Object.entries(files)) {
    if (content instanceof Uint8Array) entries[name] = content
    else entries[name] = strToU8(typeof content === 'string' ? content : JSON.stringify(content))
  }
  return zipSync(entries)
}

/** Writes another inflated size for the last entry into the directory. */
function lie(bytes: Uint8Array, size: number): Uint8Array {
  const buffer = Buffer.from(bytes)
  buffer.writeUInt32LE(size, buffer.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
  return buffer
}

/** A directory of one-byte names that all mean the same empty file. */
function manyEntries(count: number): Uint8Array {
  const one = Buffer.from(zipSync({ a: new Uint8Array() }))
  const start = one.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  const end = one.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const directory = Buffer.alloc((end - start) * count)
  for (let index = 0; index < count; index += 1) one.copy(directory, index * (end - start), start, end)
  const tail = Buffer.from(one.subarray(end))
  tail.writeUInt16LE(count % 65_536, 8)
  tail.writeUInt16LE(count % 65_536, 10)
  tail.writeUInt32LE(directory.length, 12)
  return Buffer.concat([one.subarray(0, start), directory, tail])
}
