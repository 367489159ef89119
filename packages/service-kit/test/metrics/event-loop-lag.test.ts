import { expect } from 'chai'
import { eventually } from '../../../../test/support/eventually.js'
import { createMetrics } from '../../src/index.js'

function holdEventLoop(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

describe('event loop lag', () => {
  const readMax = async ({ registry }: ReturnType<typeof createMetrics>) => {
    const text = await registry.metrics()
    return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1])
  }

  it('includes how long a request held the loop, even if the loop was idle before', async () => {
    const metrics = createMetrics()
    metrics.http.started()
    holdEventLoop(400)
    let max = 0
    await eventually(async () => {
      max = Math.max(max, await readMax(metrics))
      expect(max).to.be.at.least(0.25)
    })
  })

  it('counts samples once: each scrape starts again', async () => {
    const metrics = createMetrics()
    holdEventLoop(400)
    await eventually(async () => {
      expect(await readMax(metrics)).to.be.at.least(0.25)
    })
    expect(await readMax(metrics)).to.be.lessThan(0.25)
  })

  it('reports zero before the first sample', async () => {
    const text = await createMetrics().registry.metrics()
    for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
      expect(text).to.match(new RegExp(`^nodejs_eventloop_lag_${name}_seconds 0$`, 'm'))
    }
  })
})
