import { expect } from 'chai'
import { conclude } from '../../src/playbook/report/conclude.js'
import { createChange } from '../support/create-change.js'
import { breaksAt, createFacts } from '../support/facts.js'

const count = 40

describe('conclude', () => {
  it('yields after every change in every pass: requests continue however many changes there are', () => {
    const changes = Array.from({ length: count }, (_, index) =>
      createChange({
        kind: 'commit',
        change_id: `c${index}`,
        id: `c${index}`,
        occurred_at: new Date(breaksAt - index * 60_000).toISOString(),
        diff: `--- a/app.ts\n+++ b/app.ts\n@@ -1 +1 @@\n-old${index}\n+new${index}\n`,
      }),
    )
    let pieces = 0
    const work = conclude(createFacts({ changes }))
    while (work.next().done !== true) pieces += 1
    expect(pieces).to.be.at.least(3 * count)
  })
})
