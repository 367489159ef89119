import { expect } from 'chai'
import type { Change } from '@signalbox/contracts'
import { finishPieces } from '../../src/investigation/pieces.js'
import { readDeployments } from '../../src/playbook/changes/deployments.js'
import { readScene } from '../../src/playbook/scene/read-scene.js'
import { scoreUnknownDeployments } from '../../src/playbook/scoring/score-changes.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts } from '../support/facts.js'

const sha = 'c0ffee0000c0ffee0000c0ffee0000c0ffee0000'

describe('deployments that are announced twice', () => {
  it('have the commit named by either, if both name the version or were announced within minutes', () => {
    const told = [deploy('ci', 0, { commit_sha: sha, version: '1.5.0' }), deploy('cli', 1, { version: 'shop@1.5.0' })]
    expect(shasOf([...told, deploy('bare', 2, {})])).to.deep.equal([sha, sha, sha])
    expect(shasOf([...told, deploy('again', 300, { version: '1.5.0' })])).to.deep.equal([sha, sha, sha])
  })

  it('are two if version, service or time distinguish them', () => {
    const first = deploy('ci', 0, { commit_sha: sha, version: '1.5.0' })
    expect(shasOf([first, deploy('next', 1, { version: '1.5.1' })])).to.deep.equal([sha, null])
    expect(shasOf([first, { ...deploy('other', 1, { version: '1.5.0' }), service: 'stock' }])).to.deep.equal([
      sha,
      null,
    ])
    expect(shasOf([first, deploy('late', 30, {})])).to.deep.equal([sha, null])
  })

  it('are one suspect if neither announcement has a commit', () => {
    const changes = [deploy('ci', 0, { version: '1.5.0' }), deploy('cli', 1, { version: 'shop@1.5.0' })]
    const suspects = finishPieces(scoreUnknownDeployments(readScene(createFacts({ changes })), null))
    expect(suspects.map(({ change }) => change.change_id)).to.deep.equal(['ci'])
  })
})

const shasOf = (changes: readonly Change[]) => readDeployments(changes).map((one) => one.sha)

/** @param minutes From the onset. */
function deploy(id: string, minutes: number, details: Readonly<Record<string, string>>): Change {
  const occurredAt = new Date(breaksAt + minutes * 60_000).toISOString()
  return createChange({ kind: 'deployment', change_id: id, id, occurred_at: occurredAt, service: 'checkout', details })
}
