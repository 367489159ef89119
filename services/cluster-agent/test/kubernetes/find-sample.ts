import { expect } from 'chai'
import type { Sample } from '../../src/samples/sample.js'

/** The values of the only sample with these labels; missing labels are empty. Fails if there is none or several. */
export function metricsOf(
  samples: readonly Sample[],
  about: Partial<Pick<Sample, 'node' | 'namespace' | 'pod' | 'container' | 'at'>>,
): Readonly<Record<string, number>> {
  const labels = { namespace: '', pod: '', container: '', ...about }
  const found = samples.filter(
    (sample) =>
      sample.namespace === labels.namespace &&
      sample.pod === labels.pod &&
      sample.container === labels.container &&
      (labels.node === undefined || sample.node === labels.node) &&
      sample.at === labels.at,
  )
  expect(found, JSON.stringify(about)).to.have.lengthOf(1)
  return found[0]!.metrics
}
