import { expect } from 'chai'
import type { SeriesFacts } from '../../../src/facts/fact-pack.js'
import { readScene } from '../../../src/playbook/scene/read-scene.js'
import { breaksAt, createFacts, startsAt, steps } from '../../support/facts.js'

const minute = 60_000

/** A series of `checkout`, a point per minute, by minutes since the onset. */
function shape(metric: string, valueAt: (minutes: number) => number): SeriesFacts {
  const points = steps('checkout', metric, [1, 1]).points.map(([at, wave]): [number, number] => [
    at,
    valueAt((at - breaksAt) / minute) * wave,
  ])
  return { ...steps('checkout', metric, [1, 1]), points }
}

/** Minutes from the true to the detected onset. */
function onsetOf(series: readonly SeriesFacts[], alertMinutes = 5): number {
  const facts = createFacts({ series })
  const firedAt = breaksAt + alertMinutes * minute
  const { onset } = readScene({ ...facts, alert: { ...facts.alert, firedAt } })
  return ((onset ?? startsAt) - breaksAt) / minute
}

const failing = steps('checkout', 'error_ratio', [0.002, 0.6])

describe('locateOnset', () => {
  it('does not go back to load, hosts or threads that changed before anyone was affected', () => {
    const load = [
      steps('checkout', 'requests_per_sec', [400, 2_400], breaksAt - 5 * minute),
      steps('checkout', 'replicas', [10, 80], breaksAt - 5 * minute),
      steps('checkout', 'threads', [60, 600], breaksAt - 4 * minute),
    ]
    expect(onsetOf([failing, ...load])).to.equal(0)
  })

  it('goes back to failures that began together, not to a single one', () => {
    const one = steps('checkout', 'retries_failed', [1, 90], breaksAt - 20 * minute)
    const other = steps('checkout', 'queue_rejected', [1, 90], breaksAt - 19 * minute)
    expect(onsetOf([failing, one])).to.equal(0)
    expect(onsetOf([failing, one, other])).to.equal(-20)
  })

  it('dates a creeping series by failures that begin together, or else by its foot', () => {
    const creeping = shape('error_ratio', (at) => (at < -30 ? 0.001 : 0.001 + 0.004 * (at + 30)))
    const failures = [
      steps('checkout', 'jobs_failed', [0, 50], breaksAt - 2 * minute),
      steps('checkout', 'requests_rejected', [0, 80], breaksAt - 2 * minute),
    ]
    expect(onsetOf([creeping])).to.be.within(-30, -24)
    expect(onsetOf([creeping, ...failures])).to.equal(-2)
  })

  it('goes back to the present symptom, however old, for questions; not to one that just eased', () => {
    const [began, asked] = [startsAt + 30 * minute, startsAt + 90 * minute]
    const slow = steps('checkout', 'latency_p95_ms', [40, 900], began)
    const fewer = steps('checkout', 'requests_per_sec', [400, 40], asked - 10 * minute)
    const facts = createFacts({ series: [slow, fewer] })
    const alert = { ...facts.alert, metric: null, firedAt: asked, isFired: false }
    expect(readScene({ ...facts, alert }).onset).to.equal(began)
  })

  it('dates a recurring symptom by its first occurrence, however small', () => {
    const bursts = shape('error_ratio', (at) => (at >= -10 && at < -7 ? 0.2 : at >= 20 && at < 26 ? 0.8 : 0.001))
    expect(onsetOf([bursts], 22)).to.equal(-10)
  })
})
