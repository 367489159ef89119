import { expect } from 'chai'
import type { ScriptFinding } from '@signalbox/contracts'
import type { ResolvedScript } from '@signalbox/service-kit'
import { diagnoseScript, type UploadedFiles } from '../../src/artifacts/diagnose-script.js'

const nothing: UploadedFiles = { findElsewhere: () => [], findByName: () => undefined, countOf: () => 0 }
const scope = { projectId: 'p', release: 'shop@2', dist: '1' }
const script = { ...scope, path: 'https://h/js/app.js', debugId: null }
const uploaded = (release: string, dist: string): UploadedFiles => ({
  ...nothing,
  findElsewhere: () => [{ url: '~/js/app.js', release, dist }],
})

describe('diagnoseScript', () => {
  const diagnose = async (
    state: ResolvedScript['state'],
    { beside = nothing, asked = script }: { beside?: UploadedFiles; asked?: Parameters<typeof diagnoseScript>[1] } = {},
  ): Promise<ScriptFinding> => {
    const resolved: ResolvedScript = { state, index: null, mapUrl: null, resolvedWith: 'release', detail: 'cut off' }
    const sourceMaps = { resolveScripts: () => Promise.resolve([resolved]) }
    const { finding, explanation } = await diagnoseScript({ sourceMaps, files: beside }, asked)
    expect(explanation).to.match(/\.$/)
    return finding
  }

  it('explains what is wrong with a file that was found', async () => {
    expect(await diagnose('mapped')).to.equal('resolvable')
    expect(await diagnose('plain')).to.equal('no_map_needed')
    expect(await diagnose('missing_map')).to.equal('map_missing')
    expect(await diagnose('malformed_map')).to.equal('map_malformed')
  })

  it('explains where a missing file was uploaded', async () => {
    const missing = (beside: UploadedFiles) => diagnose('missing_source', { beside })
    expect(await missing(uploaded('shop@1', '1'))).to.equal('wrong_release')
    expect(await missing(uploaded('shop@2', ''))).to.equal('wrong_dist')
    expect(await missing({ ...nothing, findByName: () => '~/other/app.js' })).to.equal('wrong_path')
    expect(await missing(nothing)).to.equal('not_uploaded')
  })

  it('explains what an event lacks for its files to be found', async () => {
    const asked = { ...script, release: '', dist: '' }
    expect(await diagnose('missing_source', { asked })).to.equal('no_release_or_debug_id')
    const debugId = '12e9c425-007d-54e8-a27c-97f21c20dbcb'
    expect(await diagnose('missing_source', { asked: { ...asked, debugId } })).to.equal('debug_id_not_uploaded')
  })
})
