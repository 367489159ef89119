import { expect } from 'chai'
import type { QueryTelemetry } from '../../src/telemetry-queries/query-telemetry.js'
import { listMonitors } from '../../src/telemetry-queries/list-monitors.js'

describe('listMonitors', () => {
  it('does not treat the list as complete if a page is unexpectedly empty', async () => {
    const queryTelemetry: QueryTelemetry = () => Promise.resolve({ monitors: [], total: 3 } as never)
    const { isComplete } = await listMonitors({ queryTelemetry, organizationId: 'one', now: 0 }, {})
    expect(isComplete).to.equal(false)
  })
})
