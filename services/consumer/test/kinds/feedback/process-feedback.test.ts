import { expect } from 'chai'
import type { FeedbackRow } from '@signalbox/telemetry-store/rows'
import { feedbackPipeline } from '../../../src/kinds/feedback/process-feedback.js'
import { userReportPipeline as reportPipeline } from '../../../src/kinds/feedback/process-user-report.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt } from '../../support/records.js'

const eventId = 'e'.repeat(32)

function contextOf(type: string, payload: unknown) {
  const context = envelopeContext({ header: { type }, payload })
  return { ...context, header: { ...context.header, eventId } }
}

function processFeedback(payload: unknown) {
  return feedbackPipeline.process(payload, contextOf('feedback', payload))
}

function rowOf(feedback: Record<string, unknown>, others: Record<string, unknown> = {}): FeedbackRow {
  const row = processFeedback({ type: 'feedback', ...others, contexts: { feedback } }).rows.feedback?.[0]
  if (row === undefined) throw new Error('no row')
  return row
}

function reportOf(payload: unknown): FeedbackRow {
  const row = reportPipeline.process(payload, contextOf('user_report', payload)).rows.feedback?.[0]
  if (row === undefined) throw new Error('no row')
  return row
}

const invalid = {
  rows: {},
  counts: [{ kind: 'feedback', outcome: 'dropped', reason: 'invalid_feedback', quantity: 1 }],
}

describe('feedback', () => {
  it('matches what the user wrote, for every recorded one', async () => {
    const items = await readRecordedItems('feedback')
    expect(items).to.have.length.of.at.least(1)
    for (const { payload, context, expected, file } of items) {
      const row = feedbackPipeline.process(payload, context).rows.feedback?.[0]
      expect(row, file).to.include(expected['feedback'])
      expect(row?.tags, file).to.deep.equal(expected['tags'])
      expect(row, file).to.include({
        feedback_id: expected['event_id'],
        platform: expected['platform'],
        release: expected['release'],
        environment: expected['environment'],
        sdk_name: (expected['sdk'] as { name: string }).name,
        trace_id: (expected['trace'] as { trace_id: string }).trace_id,
      })
    }
  })

  it('belongs to the user, page, event and replay that it names', () => {
    const row = rowOf(
      {
        message: 'The button does nothing',
        name: 'Ada',
        contact_email: 'ada@example.com',
        url: 'https://shop.example/cart',
        source: 'widget',
        associated_event_id: 'AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA',
        replay_id: 'b'.repeat(32),
      },
      { user: { id: 7, email: 'ada@example.com' }, timestamp: receivedAt / 1_000 - 5 },
    )
    expect(row).to.deep.include({
      feedback_id: eventId,
      timestamp: receivedAt - 5_000,
      message: 'The button does nothing',
      name: 'Ada',
      contact_email: 'ada@example.com',
      url: 'https://shop.example/cart',
      source: 'widget',
      associated_event_id: 'a'.repeat(32),
      replay_id: 'b'.repeat(32),
      user_key: '7',
      user: '{"id":"7","email":"ada@example.com"}',
      received_at: receivedAt,
    })
  })

  it('requires a message, and nothing else', () => {
    expect(rowOf({ message: 'x' })).to.include({ name: '', user: '', associated_event_id: '', replay_id: '' })
    for (const message of [undefined, null, '', ' \n ', 5, {}]) {
      expect(processFeedback({ contexts: { feedback: { message } } }), JSON.stringify(message)).to.deep.equal(invalid)
    }
    for (const payload of [null, [], 'text', {}, { contexts: [] }, { contexts: { feedback: 'x' } }]) {
      expect(processFeedback(payload)).to.deep.equal(invalid)
    }
  })

  it('has each text within its own limit', () => {
    const long = 'x'.repeat(100_000)
    const row = rowOf({
      junk: long,
      url: long,
      source: long,
      name: long,
      message: long,
      contact_email: 'ada@example.com',
    })
    expect(row.message).to.have.length(4_096)
    expect(row.url).to.have.length(2_048)
    expect(row.name).to.have.length(256)
    expect(row.source).to.have.length(64)
    expect(row.contact_email).to.equal('ada@example.com')
  })

  it('is scrubbed by project rules, except for the message', () => {
    const payload = { contexts: { feedback: { message: 'my secret', name: 'Ada' } }, tags: { plan: 'pro' } }
    const context = contextOf('feedback', payload)
    const scrubber = {
      ...context.rules.scrubber,
      scrubEvent: (event: Parameters<typeof context.rules.scrubber.scrubEvent>[0]) => ({
        ...event,
        tags: {},
        contexts: { feedback: { ...event.contexts['feedback'], name: '[Filtered]' } },
      }),
    }
    const { rows } = feedbackPipeline.process(payload, { ...context, rules: { ...context.rules, scrubber } })
    expect(rows.feedback?.[0]).to.deep.include({ message: 'my secret', name: '[Filtered]', tags: {} })
  })

  it('never throws, whatever it contains', () => {
    expectNoHarm('feedback', feedbackPipeline, [
      ...['contexts', 'feedback', 'message', 'name', 'contact_email', 'url', 'source', 'associated_event_id'],
      ...['user', 'tags', 'timestamp', 'release', 'replay', 'trace'],
    ])
  })
})

describe('user reports', () => {
  it('become feedback on the event that they name', () => {
    const report = { event_id: 'a'.repeat(32), name: 'Bob', email: 'bob@example.com', comments: 'It broke' }
    expect(reportOf(report)).to.deep.include({
      message: 'It broke',
      name: 'Bob',
      contact_email: 'bob@example.com',
      associated_event_id: 'a'.repeat(32),
      source: 'user_report',
      user_key: 'bob@example.com',
      timestamp: receivedAt,
    })
  })

  it("treat null as empty, and default to the envelope's event", () => {
    const row = reportOf({ event_id: null, name: null, email: null, comments: 'It broke' })
    expect(row).to.include({ name: '', contact_email: '', associated_event_id: eventId, user: '' })
  })

  it('have a stable id of their own', () => {
    const first = reportOf({ comments: 'It broke' })
    expect(first.feedback_id)
      .to.match(/^[0-9a-f]{32}$/)
      .and.not.equal(eventId)
    expect(reportOf({ comments: 'It broke' })).to.deep.equal(first)
  })

  it('have the same id when sent again, and another one if a field differs or no event is named', () => {
    const idOf = (payload: object, { itemPosition, header }: { itemPosition: string; header?: object }) => {
      const context = { ...contextOf('user_report', payload), itemPosition }
      const sent = { ...context, header: { ...context.header, ...header } }
      return reportPipeline.process(payload, sent).rows.feedback?.[0]?.feedback_id
    }
    const report = { name: 'Bob', email: 'bob@example.com', comments: 'It broke' }
    const first = idOf(report, { itemPosition: '0:1:0' })
    expect(idOf(report, { itemPosition: '0:2:0' })).to.equal(first)
    const others = [{ name: 'Ada' }, { email: 'ada@example.com' }, { comments: 'Again' }, { event_id: 'a'.repeat(32) }]
    const ids = others.map((other) => idOf({ ...report, ...other }, { itemPosition: '0:1:0' }))
    expect(new Set([first, ...ids]).size).to.equal(5)
    const anonymous = ['0:1:0', '0:2:0'].map((itemPosition) =>
      idOf(report, { itemPosition, header: { eventId: undefined } }),
    )
    expect(new Set(anonymous).size).to.equal(2)
  })

  it('require comments', () => {
    for (const payload of [null, [], {}, { comments: null }, { comments: '' }]) {
      expect(reportPipeline.process(payload, contextOf('user_report', payload))).to.deep.equal(invalid)
    }
  })

  it('never throw, whatever they contain', () => {
    expectNoHarm('user_report', reportPipeline, ['event_id', 'name', 'email', 'comments'])
  })
})
