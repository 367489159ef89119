import { expect } from 'chai'
import { defaultProjectSettings } from '@signalbox/contracts'
import { createRuleBudget } from '@signalbox/sentry-events'
import { processEvent } from '../../../src/kinds/error/process-event.js'
import { compileProjectRules, type ProjectRules } from '../../../src/project/project-rules.js'
import { eventInput } from './event-input.js'

const rules = compileProjectRules(defaultProjectSettings)
const payload = {
  exception: { type: 'PaymentError', value: 'card 4111 declined', stacktrace: { frames: [{ function: 'pay' }] } },
}

/** The processing context with these rules. */
const scopeOf = (others: Partial<ProjectRules>) => ({ rules: { ...rules, ...others }, ruleBudget: createRuleBudget() })

function rowOf(others: Partial<ProjectRules>) {
  const result = processEvent(eventInput(payload), scopeOf(others))
  if (!result.ok) throw new Error(`no row: ${result.reason}`)
  return result.row
}

describe('project rules', () => {
  it("drop an event with the filter's reason, and the filter knows the sender", () => {
    const senders: unknown[] = []
    const findReason: ProjectRules['filter']['findReason'] = (_event, sender) => {
      senders.push(sender)
      return 'filtered_ip_address'
    }
    const sender = { clientIp: '192.0.2.1', userAgent: 'crawler' }
    const result = processEvent(eventInput(payload, sender), scopeOf({ filter: { ...rules.filter, findReason } }))
    expect(result).to.include({ ok: false, reason: 'filtered_ip_address' })
    expect(senders).to.deep.equal([sender])
  })

  it('drop events of discarded issues only', () => {
    const { fingerprint } = rowOf({})
    const drop = (discarded: string) => processEvent(eventInput(payload), scopeOf({ discarded: new Set([discarded]) }))
    expect(drop(fingerprint)).to.include({ ok: false, reason: 'discarded_issue' })
    expect(drop('0'.repeat(32))).to.have.property('ok', true)
  })

  it('filter the original event, and group and store the scrubbed one', () => {
    let filtered = ''
    const findReason: ProjectRules['filter']['findReason'] = (event) => {
      filtered = event.exceptions[0]?.value ?? ''
      return undefined
    }
    const scrubEvent: ProjectRules['scrubber']['scrubEvent'] = (event) => ({
      ...event,
      exceptions: event.exceptions.map((exception) => ({ ...exception, value: 'card [Filtered] declined' })),
    })
    const row = rowOf({ filter: { ...rules.filter, findReason }, scrubber: { ...rules.scrubber, scrubEvent } })
    expect(filtered).to.equal('card 4111 declined')
    expect(row.title).to.equal('PaymentError: card [Filtered] declined')
    expect(JSON.stringify(row)).to.not.include('4111')
  })

  it('decide the grouping and the in-app frames', () => {
    const grouping = { fingerprint_rules: 'error.type:PaymentError -> payments', in_app_rules: 'function:pay -app' }
    const row = rowOf(compileProjectRules({ ...defaultProjectSettings, grouping }))
    expect(row.fingerprint).to.not.equal(rowOf({}).fingerprint)
    expect(row.grouping_components).to.include('payments')
    expect(rowOf({})).to.include({ grouping_version: 'signalbox:3' })
  })
})
