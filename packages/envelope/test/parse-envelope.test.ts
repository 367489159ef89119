import { expect } from 'chai'
import { EnvelopeError, parseEnvelope } from '@signalbox/envelope'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'

const parse = (text: string) => parseEnvelope(Buffer.from(text))
const payloads = (text: string) => parse(text).items.map(({ payload }) => Buffer.from(payload).toString())

function causesOf(body: string | Uint8Array): readonly string[] {
  try {
    parseEnvelope(Buffer.from(body))
  } catch (error) {
    if (error instanceof EnvelopeError) return error.causes
    throw error
  }
  throw new Error('the envelope was accepted')
}

describe('parseEnvelope', () => {
  describe('envelope header', () => {
    it('accepts an envelope without items, with and without a newline', () => {
      for (const end of ['', '\n', '\n\n', '\n\n\n']) {
        const envelope = parse(`{"event_id":"${eventId}"}${end}`)
        expect(envelope.header.eventId).to.equal(eventId)
        expect(envelope.items).to.deep.equal([])
      }
    })

    it('accepts an empty object', () => {
      expect(parse('{}').header).to.deep.equal({
        eventId: undefined,
        dsn: undefined,
        sentAt: undefined,
        fields: {},
      })
    })

    it('reads event ids with and without dashes, in any case', () => {
      const forms = [eventId, eventId.toUpperCase(), '9EC79C33-ec99-42ab-8353-589FCB2E04DC']
      for (const form of forms) expect(parse(`{"event_id":"${form}"}`).header.eventId).to.equal(eventId)
      expect(parse('{"event_id":null}').header.eventId).to.equal(undefined)
    })

    it('reads dsn and sent_at, and retains unknown keys', () => {
      const { header } = parse('{"dsn":"https://k@host/1","sent_at":"2026-01-01T00:00:00.5Z","trace":{"x":1}}\n')
      expect(header.dsn).to.equal('https://k@host/1')
      expect(header.sentAt).to.equal(Date.UTC(2026, 0, 1) + 500)
      expect(header.fields['trace']).to.deep.equal({ x: 1 })
    })

    it('ignores sent_at if it is null or not a time', () => {
      for (const value of ['null', '"yesterday"', '5']) {
        expect(parse(`{"sent_at":${value}}`).header.sentAt).to.equal(undefined)
      }
    })

    it('reads one JSON value, even if it spans lines', () => {
      expect(parse(`\n{\n"event_id":\n"${eventId}"}\n{"type":\n"event"}\n{}`).items[0]?.type).to.equal('event')
    })

    it('rejects an empty body', () => {
      expect(causesOf('')).to.deep.equal(['missing envelope header'])
      expect(causesOf('\n\n')).to.deep.equal(['missing envelope header'])
    })

    it('rejects headers that are not JSON objects, a byte order mark and invalid UTF-8', () => {
      const broken = [Buffer.from('{"dsn":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]
      const bodies = ['{', '[]', '"x"', '5', 'null', '{"a":}', '\ufeff{}', '{"a":"\\"}', Buffer.concat(broken)]
      for (const body of bodies) {
        const causes = causesOf(body)
        expect(causes[0], String(body)).to.equal('invalid envelope header')
        expect(causes).to.have.length(2)
      }
    })

    it('rejects a malformed event id or dsn', () => {
      for (const header of ['{"event_id":"123"}', '{"event_id":5}', '{"dsn":5}', `{"event_id":"${eventId}0"}`]) {
        expect(causesOf(header)[0]).to.equal('invalid envelope header')
      }
    })

    it('rejects anything between the header and its newline', () => {
      for (const body of ['{} \n', '{}\r\n', '{}x', '{}{}']) {
        expect(causesOf(body)).to.deep.equal(['missing newline after header or payload'])
      }
    })

    it('rejects a header longer than any SDK sends as too large', () => {
      const long = `{"a":"${'x'.repeat(70_000)}"}`
      for (const body of [long, `${long}\n`, `{}\n${long}\n`]) {
        expect(() => parse(body))
          .to.throw(EnvelopeError)
          .with.property('reason', 'too-large')
      }
    })
  })

  describe('items', () => {
    it('takes exactly `length` bytes, including newlines and lines that look like item headers', () => {
      const inner = '{"type":"event"}\n{}\r\n'
      expect(
        payloads(`{}\n{"type":"attachment","length":${inner.length}}\n${inner}\n{"type":"event"}\n{}`),
      ).to.deep.equal([inner, '{}'])
    })

    it('takes the bytes up to the next newline if there is no length; a CR belongs to the payload', () => {
      expect(payloads('{}\n{"type":"event"}\n{"a":1}\r\n{"type":"event","length":null}\nb')).to.deep.equal([
        '{"a":1}\r',
        'b',
      ])
    })

    it('accepts empty payloads, with and without a length, before a newline, an item or the end', () => {
      const empty = '{"type":"attachment","length":0}'
      expect(payloads(`{}\n${empty}\n\n${empty}\n\n`)).to.deep.equal(['', ''])
      expect(payloads(`{}\n${empty}`)).to.deep.equal([''])
      expect(payloads(`{}\n${empty}\n`)).to.deep.equal([''])
      expect(payloads('{}\n{"type":"attachment"}')).to.deep.equal([''])
      expect(payloads('{}\n{"type":"attachment"}\n')).to.deep.equal([''])
      expect(payloads('{}\n{"type":"a"}\n\n{"type":"b"}\nx')).to.deep.equal(['', 'x'])
    })

    it('retains binary bytes', () => {
      const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x00, 0xff, 0x0d, 0x0a])
      const body = Buffer.concat([Buffer.from('{}\n{"type":"attachment","length":7}\n'), bytes, Buffer.from('\n')])
      expect(Buffer.from(parseEnvelope(body).items[0]!.payload)).to.deep.equal(bytes)
    })

    it('retains unknown types, all header keys and the order', () => {
      const { items } = parse('{}\n{"type":"whatever","x":[1]}\nhello\n{"type":"event"}\n{}\n')
      expect(items.map(({ index, type }) => [index, type])).to.deep.equal([
        [0, 'whatever'],
        [1, 'event'],
      ])
      expect(items[0]?.header).to.deep.equal({ type: 'whatever', x: [1] })
    })

    it('tolerates blank lines between items and at the end', () => {
      expect(payloads('{}\n\n{"type":"event"}\n{}\n\n\n{"type":"event"}\n{}\n\n\n')).to.deep.equal(['{}', '{}'])
    })

    it('returns views of a body that starts inside a larger buffer', () => {
      const whole = Buffer.from('xx{}\n{"type":"event","length":2}\n{}yy')
      expect(Buffer.from(parseEnvelope(whole.subarray(2, -2)).items[0]!.payload).toString()).to.equal('{}')
    })

    it('rejects a length beyond the end', () => {
      expect(causesOf('{}\n{"type":"event","length":3}\n{}')).to.deep.equal(['unexpected end of file'])
      expect(causesOf('{}\n{"type":"event","length":4294967295}\n{}')).to.deep.equal(['unexpected end of file'])
    })

    it('rejects a length that ends before the newline', () => {
      expect(causesOf('{}\n{"type":"event","length":1}\n{}\n')).to.deep.equal([
        'missing newline after header or payload',
      ])
    })

    it('rejects lengths that are not 32-bit unsigned integers', () => {
      for (const length of ['-1', '1.5', '4294967296', '"2"', 'true', '1e400']) {
        expect(causesOf(`{}\n{"type":"event","length":${length}}\n{}`)[0], length).to.equal('invalid item header')
      }
    })

    it('rejects items without a type, and item headers that are not JSON objects', () => {
      for (const header of ['{}', '{"type":5}', '{"type":null}', 'x', '[]', '{"type":"event"']) {
        expect(causesOf(`{}\n${header}\n{}\n`)[0], header).to.equal('invalid item header')
      }
    })

    it('rejects trailing space without an item', () => {
      expect(causesOf('{}\n  ')).to.deep.equal(['unexpected end of file'])
    })

    it('stops one item after the limit', () => {
      const many = Buffer.from('{}\n' + '{"type":"x"}\n\n'.repeat(30_000))
      expect(parseEnvelope(many).items).to.have.length(10_001)
    })

    it('rejects item headers that are too long in total', () => {
      const header = `{"type":"x","a":"${'y'.repeat(60_000)}"}\n\n`
      expect(() => parse(`{}\n${header.repeat(100)}`))
        .to.throw(EnvelopeError)
        .with.property('reason', 'too-large')
    })
  })
})
