import { createHash } from 'node:crypto'
import { createId, limits, type AssembleDebugFilesBody } from '@signalbox/contracts'
import { expect } from 'chai'
import { assembleDebugFiles } from '../../src/artifacts/assemble-debug-files.js'
import { telemetryUnavailable } from '../../src/telemetry-queries/query-telemetry.js'
import { openArtifacts, organizationId } from './open-artifacts.js'

const { fileBytesMax, inflatedBytesMax } = limits.artifacts

describe('debug files of one request', () => {
  const clock = () => Date.UTC(2026, 0, 1)
  const projectId = createId(clock())
  let opened: ReturnType<typeof openArtifacts>
  beforeEach(() => {
    opened = openArtifacts({ projectId, clock })
  })
  afterEach(() => opened.remove())

  it('are assembled up to a total size, and none beyond it is read', async () => {
    const { store, artifacts } = opened
    const within = inflatedBytesMax / fileBytesMax
    // Chunks without content: reading one would report it as missing.
    const files = Array.from({ length: within + 2 }, (_, index): [string, AssembleDebugFilesBody[string]] => {
      const chunk = createHash('sha1').update(String(index)).digest('hex')
      store.artifactBundles.noteChunk({ organizationId, sha1: chunk, bytes: fileBytesMax }, clock())
      return [chunk, { name: 'a.sym', chunks: [chunk] }]
    })
    const dependencies = {
      store,
      artifacts,
      clock,
      queryTelemetry: telemetryUnavailable,
      publicUrl: 'https://signalbox.test',
    }
    const answers = await assembleDebugFiles(dependencies, { organizationId, projectId }, Object.fromEntries(files))
    const states = Object.values(answers).map(({ state }) => state)
    expect(states.slice(0, within)).to.deep.equal(Array.from({ length: within }, () => 'not_found'))
    expect(states.slice(within)).to.deep.equal(['error', 'error'])
    expect(Object.values(answers).at(-1)?.detail).to.equal(
      `one request can assemble at most ${inflatedBytesMax} bytes: send the rest separately`,
    )
  })
})
