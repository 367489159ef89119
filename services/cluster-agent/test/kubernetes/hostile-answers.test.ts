import { expect } from 'chai'
import fc from 'fast-check'
import { shapeEvent, shapeNode, shapePod, shapeSummary } from '../../../../test/support/kubernetes/cluster-shapes.js'
import { troubledPods } from '../../../../test/support/kubernetes/sample-pods.js'
import { findPodTargets } from '../../src/kubernetes/find-pod-targets.js'
import { addNode } from '../../src/kubernetes/node-samples.js'
import { createOomKills, readOomKillsState } from '../../src/kubernetes/oom-kills.js'
import { addPodStatus } from '../../src/kubernetes/pod-samples.js'
import { addSummary, findInHostNetwork } from '../../src/kubernetes/summary-samples.js'
import { countWarnings, readWarningsState } from '../../src/kubernetes/warning-events.js'
import { createCounterRates } from '../../src/samples/counter-rates.js'
import { createSampleSheet } from '../../src/samples/sample-sheet.js'

const now = Date.parse('2026-05-17T12:00:00Z')
const about = { kind: 'Pod', namespace: 'shop', name: 'web-1' }
const times = { firstAt: now, lastAt: now }
const answers: unknown[] = [
  shapeSummary({
    node: 'node-a',
    pods: troubledPods,
    version: '1.34',
    at: now,
    networkCard: 'ens5',
    repeatedBy: 'cni0',
  }),
  shapeNode('node-a', '1.34'),
  ...troubledPods.map((pod) => shapePod(pod, 'node-a', '1.34', now)),
  shapeEvent({ uid: 'a', about, count: 2, api: 'v1', ...times }),
]

/** Everything derived from responses, given any JSON as one of them. */
function readEverything(answer: unknown) {
  const sheet = createSampleSheet('node-a')
  const inHostNetwork = findInHostNetwork({ items: [answer] })
  addSummary(answer, { sheet, inHostNetwork, rates: createCounterRates(), now })
  addNode(answer, sheet)
  addPodStatus(answer, sheet, createOomKills({ before: readOomKillsState(answer), now, sheet }))
  countWarnings([answer], readWarningsState(answer), { now, sheet })
  findPodTargets({ items: [answer] }, 'node-a')
  return sheet.samples()
}

/** The same JSON with one value replaced. */
function replaceAt(value: unknown, choice: number, replacement: unknown): unknown {
  let left = choice
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) => {
      left -= 1
      return left === 0 ? replacement : inner
    }),
  )
}

describe('malformed Kubernetes responses', () => {
  it('yield only finite numbers with text labels, and never break the reading', () => {
    fc.assert(
      fc.property(fc.constantFrom(...answers), fc.nat(400), fc.jsonValue(), (answer, choice, replacement) => {
        for (const sample of readEverything(replaceAt(answer, choice, replacement))) {
          const { node, namespace, pod, container, metrics } = sample
          for (const label of [node, namespace, pod, container]) expect(label).to.be.a('string')
          for (const value of Object.values(metrics)) expect(Number.isFinite(value)).to.equal(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('yield nothing if they are something else entirely', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        readEverything(answer)
      }),
    )
  })
})
