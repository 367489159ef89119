import { limits, type ScriptDiagnosis } from '@signalbox/contracts'
import { expect } from 'chai'
import { hostileBundles, zip } from '../../packages/source-maps/test/support/hostile-bundles.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'
import { assembleBundle, sendChunks, type UploadTarget } from '../support/upload-chunks.js'
import { readMetric } from '../support/read-metric.js'

const mib = 1_048_576
/** What one upload may allocate in addition to its own size: an inflated file, and an archive's directory. */
const memoryMax = limits.artifacts.fileBytesMax + 256 * mib

/** Invalid source maps, and ones with sections nested unreasonably deep; the last one is empty. */
const hostileMaps: Record<string, () => string> = {
  'a map that was cut off': () => '{"version":3,"sources":["a.ts"],"mappings":"AAA',
  'sections in sections in sections': () => nestSections(10_000),
  'mappings that name missing sources': () => '{"version":3,"sources":[],"mappings":"AAAA"}',
  'numbers without an end': () => JSON.stringify({ version: 3, sources: ['a'], mappings: 'g'.repeat(mib) }),
  'fifty million lines': () => JSON.stringify({ version: 3, sources: [], mappings: ';'.repeat(50 * mib) }),
}

function nestSections(depth: number): string {
  const open = '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":'
  return `${open.repeat(depth)}{"version":3,"sources":[],"mappings":""}${'}]}'.repeat(depth)}`
}

describe('a client that uploads source maps', () => {
  let signalbox: SignalboxProcess
  let project: Project
  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('uploads')
  })
  after(() => signalbox.dispose())

  const target = (): UploadTarget => ({ ...signalbox, organizationId: 'default', project })
  const uploadPlainly = async (bytes: Uint8Array, name: string) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const url = `${signalbox.url}/api/v1/telemetry/projects/${project.id}/source-maps/`
    const headers = { authorization: `Bearer ${signalbox.apiKey}` }
    const answer = await fetch(url, { method: 'POST', headers, body: form })
    await answer.arrayBuffer()
    return answer.status
  }
  const readMemory = () => readMetric(signalbox.adminUrl, 'process_resident_memory_bytes')
  const expectAlive = async (before: number) => {
    expect((await readMemory()) - before).to.be.below(memoryMax)
  }

  for (const [what, make] of Object.entries(hostileBundles)) {
    it(`is rejected for ${what}, in bounded memory`, async () => {
      const before = await readMemory()
      const bytes = Buffer.from(make())
      await sendChunks(target(), bytes)
      const { body } = await assembleBundle(target(), bytes)
      expect((body as { state: string }).state).to.equal('error')
      await expectAlive(before)
    })
  }

  it('is rejected for archives in forms, and for a bomb, in bounded memory', async () => {
    const before = await readMemory()
    for (const make of [
      () => zip({ '../../etc/passwd': 'x' }),
      () => zip({ 'a.js': new Uint8Array(limits.artifacts.fileBytesMax + 1) }),
      () => Buffer.from('PK\x03\x04 and nothing of the kind', 'latin1'),
    ]) {
      expect(await uploadPlainly(make(), 'upload.zip')).to.equal(400)
    }
    await expectAlive(before)
  })

  for (const [index, [what, make]] of Object.entries(hostileMaps).entries()) {
    it(`gets unresolved frames with the reason for ${what}`, async () => {
      const before = await readMemory()
      const name = what.replaceAll(' ', '-')
      const debugId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      const code = `let a\n//# sourceMappingURL=${name}.js.map\n//# debugId=${debugId}`
      const status = await uploadPlainly(zip({ [`${name}.js`]: code, [`${name}.js.map`]: make() }), 'upload.zip')
      expect(status).to.equal(201)
      const query = new URLSearchParams({ path: `https://shop.example/${name}.js`, debug_id: debugId }).toString()
      const path = `/api/v1/telemetry/projects/${project.id}/source-maps/diagnosis/?${query}`
      const { finding } = await signalbox.get<ScriptDiagnosis>(path)
      expect(finding).to.equal(what === 'fifty million lines' ? 'resolvable' : 'map_malformed')
      await expectAlive(before)
    })
  }
})
