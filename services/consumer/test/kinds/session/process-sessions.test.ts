import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import { sessionsPipeline } from '../../../src/kinds/session/process-sessions.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt } from '../../support/records.js'

const minute = receivedAt - (receivedAt % 60_000)
const started = new Date(minute + 12_345).toISOString()

function process(aggregates: unknown, attrs: unknown = { release: 'shop@1.0', environment: 'prod' }) {
  const payload = { aggregates, attrs }
  return sessionsPipeline.process(payload, envelopeContext({ header: { type: 'sessions' }, payload }))
}

function dropped(reason: string) {
  return { rows: {}, counts: [{ kind: 'session', outcome: 'dropped', reason, quantity: 1 }] }
}

describe('sessionsPipeline', () => {
  it('stores one row per minute and status with sessions, and counts the item as one', () => {
    const { rows, counts } = process([
      { started, exited: 10, errored: 2, abnormal: 0, unhandled: 1, crashed: 3 },
      { started, did: 'jane', exited: 1 },
    ])
    expect(rows.sessions?.map(({ status, quantity, errors }) => [status, quantity, errors])).to.deep.equal([
      ['exited', 10, 0],
      ['errored', 2, 1],
      ['unhandled', 1, 1],
      ['crashed', 3, 1],
      ['exited', 1, 0],
    ])
    expect(rows.sessions?.[0]).to.include({
      release: 'shop@1.0',
      environment: 'prod',
      started: minute,
      session_id: '',
      user_key: '',
      is_init: 1,
      duration_ms: null,
    })
    expect(rows.sessions?.[4]?.user_key).to.match(/^[0-9a-f]{32}$/)
    expect(counts).to.deep.equal([{ kind: 'session', outcome: 'stored', reason: '', quantity: 1 }])
  })

  it('drops invalid sums and retains the others', () => {
    const old = new Date(receivedAt - limits.session.ageMsMax - 60_000).toISOString()
    const bad = [null, 5, { exited: 1 }, { started: old, exited: 1 }, { started, exited: -1 }, { started, exited: '1' }]
    expect(process([...bad, { started, exited: 1 }]).rows.sessions).to.have.length(1)
  })

  it("drops an item without valid sums for the first one's reason", () => {
    const old = new Date(receivedAt - limits.session.ageMsMax - 60_000).toISOString()
    expect(process([{ started: old, exited: 1 }, null])).to.deep.equal(dropped('timestamp_too_old'))
    for (const aggregates of [[], [null], {}, undefined]) {
      expect(process(aggregates)).to.deep.equal(dropped('invalid_session'))
    }
  })

  it('drops an item without a valid release', () => {
    for (const attrs of [null, {}, { release: '' }, { release: '..' }]) {
      expect(process([{ started, exited: 1 }], attrs)).to.deep.equal(dropped('invalid_session'))
    }
  })

  it('drops sums over the limit', () => {
    const sums = Array.from({ length: limits.session.aggregatesMax + 5 }, () => ({ started, exited: 1 }))
    expect(process(sums).rows.sessions).to.have.length(limits.session.aggregatesMax)
  })

  it('stores recorded sums as sent', async () => {
    const recorded = await readRecordedItems('sessions')
    expect(recorded).not.to.be.empty
    for (const { payload, context } of recorded) {
      const rows = sessionsPipeline.process(payload, context).rows.sessions
      expect(rows).to.have.length(1)
      expect(rows![0]).to.include({
        release: 'shop-api@2.3.1+build.77',
        environment: 'staging',
        started: Date.parse('2026-11-21T01:46:00.000Z'),
        status: 'crashed',
        quantity: 1,
        sdk_name: 'sentry.javascript.node',
      })
    }
  })

  it('never throws, whatever is sent', () => {
    expectNoHarm('sessions', sessionsPipeline, ['aggregates', 'attrs', 'started', 'exited', 'release'])
  })
})
