import { createId } from '@signalbox/contracts'
import { FlatIndex } from '@signalbox/source-maps'
import { expect } from 'chai'
import type { Artifacts } from '../../src/artifacts/artifacts.js'
import { storeFile } from '../../src/artifacts/store-file.js'
import { storeUpload } from '../../src/artifacts/store-upload.js'
import { openArtifacts, organizationId } from './open-artifacts.js'

const map = { version: 3, sources: ['../src/a.ts', '../src/b.ts'], sourcesContent: [null, 'const b = 2'], names: [] }
const code = 'throw 1\n//# sourceMappingURL=app.js.map'

describe('sources uploaded separately from their map', () => {
  let opened: ReturnType<typeof openArtifacts>
  let artifacts: Artifacts
  const now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const projectId = createId(now)

  beforeEach(() => {
    opened = openArtifacts({ projectId, clock })
    artifacts = opened.artifacts
  })
  afterEach(() => opened.remove())

  /** @param mappings Of the map's only position. */
  async function upload(files: Record<string, string>, release: string, mappings = 'AAAA') {
    const all = { '~/dist/app.js': code, '~/dist/app.js.map': JSON.stringify({ ...map, mappings }), ...files }
    const rows = Object.entries(all).map(([url, text]) => {
      const type = url.endsWith('.map') ? 'source_map' : url.endsWith('.js') ? 'minified_source' : 'source'
      const file = { type, url, debugId: undefined, mapReference: '' } as const
      return storeFile(artifacts.blobs, { file, bytes: Buffer.from(text) })
    })
    const target = { organizationId, projectIds: [projectId], release, dist: '' }
    return storeUpload({ store: opened.store, indexes: artifacts.indexes, clock }, target, await Promise.all(rows))
  }

  async function lineOf(release: string): Promise<string | undefined> {
    const scripts = [{ path: 'https://shop.example/dist/app.js', debugId: null }]
    const [found] = await artifacts.sourceMaps.resolveScripts({ projectId, release, dist: '', scripts })
    const file = await opened.blobs.read({ area: 'indexes', name: found?.index ?? '' })
    if (file === undefined) throw new Error(`no index: ${found?.state}`)
    const index = new FlatIndex(file)
    const position = index.find(0, 0)
    return position && index.sourceLines(position.source, position)?.line
  }

  it('provide lines of a source missing in the map, from the file at its URL', async () => {
    await upload({ '~/src/a.ts': 'throw a\n' }, 'shop@1')
    expect(await lineOf('shop@1')).to.equal('throw a')
  })

  it('provide no lines if the bundle has no such file', async () => {
    await upload({ '~/src/c.ts': 'throw c\n' }, 'shop@1')
    expect(await lineOf('shop@1')).to.equal(undefined)
  })

  it('come from the same upload as code and map', async () => {
    await upload({ '~/src/a.ts': 'throw one\n' }, 'shop@1')
    await upload({ '~/src/a.ts': 'throw two\n' }, 'shop@2')
    await upload({}, 'shop@3')
    expect(await lineOf('shop@1')).to.equal('throw one')
    expect(await lineOf('shop@2')).to.equal('throw two')
    expect(await lineOf('shop@3')).to.equal(undefined)
  })

  it('are used only if the map lacks the source', async () => {
    await upload({ '~/src/b.ts': 'const other = 2\n', '~/src/a.ts': 'throw a\n' }, 'shop@1', 'ACAA')
    expect(await lineOf('shop@1')).to.equal('const b = 2')
  })
})
