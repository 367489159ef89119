import type { GroupingSettings } from '@signalbox/contracts'
import { expect } from 'chai'
import {
  compileGroupingRules,
  groupEvent,
  groupingAlgorithms,
  normalizeEvent,
  type Grouping,
  type GroupingAlgorithm,
} from '../../src/index.js'
import { eventInput } from './event-input.js'

const noRules: GroupingSettings = { fingerprint_rules: '', in_app_rules: '' }

/** A future version that only considers the error type. */
const next: GroupingAlgorithm = {
  version: 'signalbox:4',
  group(event, verdicts) {
    const [first] = groupingAlgorithms
    const main = event.exceptions.at(-1)
    if (main === undefined) return first.group(event, verdicts)
    return { by: 'type', components: [{ name: 'type', value: main.type }], main }
  },
}
const both = [...groupingAlgorithms, next] as const

const error = { exception: { type: 'PayError', value: 'declined' } }
const group = (payload: Record<string, unknown>, rules = compileGroupingRules(noRules)): Grouping =>
  groupEvent(normalizeEvent(payload, eventInput(payload)), rules)

describe('grouping versions', () => {
  it('are named on each event; the first has none before it', () => {
    expect(group(error).version).to.equal('signalbox:3')
    const first = group(error, compileGroupingRules({ ...noRules, version: 'signalbox:1' }))
    expect(first).to.include({ version: 'signalbox:1', previousFingerprint: '' })
  })

  it('keep an event in its issue when a newer one is selected', () => {
    const issues = new Map([[group(error).fingerprint, 'issue 1']])
    const { fingerprint, previousFingerprint, version } = group(error, compileGroupingRules(noRules, both))
    expect(version).to.equal('signalbox:4')
    expect(fingerprint).to.not.equal(previousFingerprint)
    expect(issues.get(fingerprint) ?? issues.get(previousFingerprint)).to.equal('issue 1')
  })

  it("omit the previous version's result if it is the same", () => {
    expect(group({ message: 'x' }, compileGroupingRules(noRules, both)).previousFingerprint).to.equal('')
    const own = { ...error, fingerprint: ['own'] }
    expect(group(own, compileGroupingRules(noRules, both)).previousFingerprint).to.equal('')
  })

  it('apply below `{{ default }}` too', () => {
    const rules = { ...noRules, fingerprint_rules: 'type:* -> {{ default }}, x' }
    const before = group(error, compileGroupingRules(rules))
    expect(group(error, compileGroupingRules(rules, both)).previousFingerprint).to.equal(before.fingerprint)
  })

  it('can be selected by a project', () => {
    const settings: GroupingSettings = { ...noRules, version: 'signalbox:1' }
    const chosen = group(error, compileGroupingRules(settings, both))
    expect(chosen).to.include({ version: 'signalbox:1', previousFingerprint: '' })
  })
})
