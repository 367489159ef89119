import { expect } from 'chai'
import { readScene } from '../../../src/playbook/scene/read-scene.js'
import { createQuietWindow } from '../../support/quiet-window.js'

/** `make bench ONLY=incidents` covers a thousand. */
const windows = 60

describe('hours without problems', () => {
  it('have no onset, however noisy they are', () => {
    const found = Array.from({ length: windows }, (_, seed) => readScene(createQuietWindow(seed + 1)))
      .filter(({ onset }) => onset !== null)
      .map(({ departures }) => departures.map(({ service, name }) => `${service} ${name}`))
    expect(found).to.deep.equal([])
  })
})
