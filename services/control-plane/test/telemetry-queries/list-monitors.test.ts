import { expect } from 'chai'
import type { Ask } from '../../src/telemetry-queries/ask.js'
import { listMonitors } from '../../src/telemetry-queries/list-monitors.js'

describe('listMonitors', () => {
  it('does not take the list for complete when a page is unexpectedly empty', async () => {
    const ask: Ask = () => Promise.resolve({ monitors: [], total: 3 } as never)
    const { isWhole } = await listMonitors({ ask, organizationId: 'one', now: 0 }, {})
    expect(isWhole).to.equal(false)
  })
})
