import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { InvalidBundleError, openArtifactBundle } from '@signalbox/source-maps'
import { fixturePath } from '../support/fixtures.js'
import { hostileBundles, lie, zip } from '../support/hostile-bundles.js'

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

  it('reads sentry-cli uploads, with the eight bytes before the ZIP', async () => {
    const bundle = await openArtifactBundle(fixturePath('01-simple-node-esbuild', 'upload.artifactbundle.zip'))
    bundle.close()
    expect(bundle.manifest.files.map(({ type, url }) => [type, url])).to.have.deep.members([
      ['minified_source', '~/app.cjs'],
      ['source_map', '~/app.cjs.map'],
    ])
  })

  it('reads files by their manifest names, stored or deflated, with case-insensitive headers', async () => {
    const manifest = { files: { 'x/y.js': { url: '~/y.js', headers: { Sourcemap: 'y.js.map' } } } }
    const bytes = zip({ 'manifest.json': manifest, 'x/y.js': 'code' })
    expect(await open(bytes)).to.deep.equal(['code'])
  })

  for (const [what, make] of Object.entries(hostileBundles)) {
    it(`refuses ${what}`, async () => {
      expect(await refusal(make())).to.be.instanceOf(InvalidBundleError)
    })
  }

  it('stops a zip bomb at its declared size, in bounded memory', async () => {
    const bomb = zip({ 'manifest.json': { files: { a: {} } }, a: new Uint8Array(50_000_000) })
    const before = process.memoryUsage().arrayBuffers
    expect(await refusal(lie(bomb, 1_000))).to.be.instanceOf(InvalidBundleError)
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(10_000_000)
  })
})
