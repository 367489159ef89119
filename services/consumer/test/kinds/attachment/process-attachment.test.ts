import { expect } from 'chai'
import { limits } from '@signalbox/contracts'
import type { AttachmentRow } from '@signalbox/telemetry-store/rows'
import { attachmentPipeline as pipeline } from '../../../src/kinds/attachment/process-attachment.js'
import { expectNoHarm } from '../../support/hostile-items.js'
import { envelopeContext } from '../../support/item-context.js'
import { readRecordedItems } from '../../support/recorded-items.js'
import { receivedAt } from '../../support/records.js'

function processBytes(bytes: Uint8Array, header: Record<string, unknown> = {}, itemPosition = 'envelopes:0:7:1') {
  const context = envelopeContext({ header, payload: '' })
  return pipeline.process(undefined, { ...context, itemPosition, item: { ...context.item, payload: bytes } })
}

function rowOf(...parameters: Parameters<typeof processBytes>): AttachmentRow {
  const row = processBytes(...parameters).rows.attachments?.[0]
  if (row === undefined) throw new Error('no row')
  return row
}

describe('attachments', () => {
  it('match the sent files, for every recorded one', async () => {
    const items = await readRecordedItems('attachment')
    expect(items).to.have.length.of.at.least(4)
    const ids = new Set<string>()
    for (const { context, expected, file } of items) {
      const row = pipeline.process(undefined, context).rows.attachments?.[0]
      expect(row, file).to.include({
        name: expected['filename'],
        content_type: expected['content_type'] ?? '',
        size: expected['bytes'],
        sha256: expected['sha256'],
        event_id: expected['event_id'],
      })
      ids.add(row?.attachment_id ?? '')
    }
    expect(ids.size).to.equal(items.length)
  })

  it('retain every byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    const row = rowOf(bytes.subarray(1))
    expect(Buffer.from(row.content, 'base64')).to.deep.equal(Buffer.from(bytes.subarray(1)))
    expect(row).to.include({ size: 255, received_at: receivedAt })
  })

  it('are stored if empty', () => {
    expect(rowOf(new Uint8Array())).to.include({
      size: 0,
      content: '',
      name: 'unnamed',
      content_type: '',
      attachment_type: 'event.attachment',
      sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
  })

  it('have a unique id, the same whenever they are read', () => {
    const bytes = Buffer.from('same')
    const first = rowOf(bytes)
    expect(rowOf(bytes)).to.deep.equal(first)
    expect(rowOf(bytes, {}, 'envelopes:0:7:2').attachment_id).to.not.equal(first.attachment_id)
    expect(rowOf(bytes, {}, 'envelopes:1:7:1').attachment_id).to.not.equal(first.attachment_id)
  })

  it('have a name without a path', () => {
    const names = {
      '/etc/passwd': 'passwd',
      '..\\..\\evil.exe': 'evil.exe',
      'a/b/../..': 'unnamed',
      'dir/': 'unnamed',
      'a\u0000b\nc.txt': 'abc.txt',
      '\u2028x': 'x',
      ' spaced name.png ': 'spaced name.png',
      'größe.txt': 'größe.txt',
    }
    for (const [filename, name] of Object.entries(names)) {
      expect(rowOf(Buffer.from('x'), { filename }).name, filename).to.equal(name)
    }
    expect(rowOf(Buffer.from('x'), { filename: 7 }).name).to.equal('unnamed')
    expect(rowOf(Buffer.from('x'), { filename: 'x'.repeat(9_000) }).name).to.have.length(255)
  })

  it('have a media type', () => {
    const header = { content_type: 'image/png', attachment_type: 'event.view_hierarchy' }
    expect(rowOf(Buffer.from('x'), header)).to.include(header)
  })

  it('are dropped over the limit', () => {
    const largest = new Uint8Array(limits.attachment.bytesMax)
    expect(rowOf(largest).size).to.equal(largest.length)
    expect(processBytes(new Uint8Array(limits.attachment.bytesMax + 1))).to.deep.equal({
      rows: {},
      counts: [{ kind: 'attachment', outcome: 'dropped', reason: 'too_large', quantity: 1 }],
    })
  })

  it('never throw, whatever their header contains', () => {
    expectNoHarm('attachment', pipeline, ['filename', 'content_type', 'attachment_type'])
  })
})
