import { createValidator, defaultProjectSettings, ProjectSettings } from '@signalbox/contracts'
import { expect } from 'chai'
import { mergeSettings } from '../../../src/projects/settings/merge-settings.js'

describe('mergeSettings', () => {
  it('replaces given fields only, and lists completely', () => {
    const first = mergeSettings(defaultProjectSettings, { filters: { localhost: true, releases: ['1.*', '2.*'] } })
    const second = mergeSettings(first, { filters: { releases: ['3'] }, spikes: { enabled: false } })
    expect(second).to.deep.equal({
      ...defaultProjectSettings,
      filters: { ...defaultProjectSettings.filters, localhost: true, releases: ['3'] },
      spikes: { enabled: false, events_per_minute: defaultProjectSettings.spikes.events_per_minute },
    })
  })

  it('retains the OpenTelemetry settings until they are given', () => {
    const asked = mergeSettings(defaultProjectSettings, { opentelemetry: { exceptions_as_errors: true } })
    expect(mergeSettings(asked, { spikes: { enabled: false } }).opentelemetry?.exceptions_as_errors).to.equal(true)
    const taken = mergeSettings(asked, { opentelemetry: { exceptions_as_errors: false } })
    expect(taken.opentelemetry?.exceptions_as_errors).to.equal(false)
  })

  it('sets the grouping version, retains it, and removes it with null', () => {
    const pinned = mergeSettings(defaultProjectSettings, { grouping: { version: 'signalbox:1' } })
    expect(pinned.grouping.version).to.equal('signalbox:1')
    const kept = mergeSettings(pinned, { grouping: { in_app_rules: 'x' } })
    expect(kept.grouping.version).to.equal('signalbox:1')
    expect(mergeSettings(kept, { grouping: { version: null } }).grouping).not.to.have.property('version')
  })

  it('leaves its input unchanged', () => {
    const before = structuredClone(defaultProjectSettings)
    mergeSettings(defaultProjectSettings, { allowed_domains: [], filters: { localhost: true } })
    expect(defaultProjectSettings).to.deep.equal(before)
  })

  it('returns settings that the contract accepts', () => {
    const merged = mergeSettings(defaultProjectSettings, { grouping: { version: null }, quotas: [] })
    expect(createValidator(ProjectSettings)(merged)).to.have.property('ok', true)
  })
})
