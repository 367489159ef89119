import { createHash } from 'node:crypto'
import { readEvent } from '@signalbox/contracts'
import { expect } from 'chai'
import { projectId } from '../support/fixed-world.js'
import { openService, type QueryService } from '../support/query-service.js'
import { attachment, event, hexId } from '../support/rows.js'

function address(eventNumber: number, attachmentNumber: number): string {
  return `/api/v1/telemetry/query/events/${hexId(32, eventNumber)}/attachments/${hexId(32, attachmentNumber)}/`
}

describe('downloading an attachment', () => {
  let service: QueryService

  beforeEach(async () => {
    service = await openService()
  })

  it('returns the exact bytes at the URL in the event', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 3_000_001 }, (_, index) => (index * index) % 251))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await service.seed('events', [event()])
    await service.seed('attachments', [
      attachment({ name: 'dump.bin', content_type: '', content: bytes.toString('base64'), size: bytes.length, sha256 }),
    ])
    const { body } = await service.get(readEvent, {}, { event_id: hexId(32, 1) })
    const answer = await service.download(body.attachments[0]!.download_url)
    expect(answer.status).to.equal(200)
    expect(answer.body).to.have.length(body.attachments[0]!.size)
    expect(
      createHash('sha256')
        .update(answer.body as Buffer)
        .digest('hex'),
    ).to.equal(body.attachments[0]!.sha256)
    expect(answer.headers).to.include({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="dump.bin"; filename*=UTF-8''dump.bin`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
  })

  it('returns an empty file', async () => {
    await service.seed('attachments', [attachment({ content: '', size: 0 })])
    const answer = await service.download(address(1, 1))
    expect([answer.status, answer.headers['content-length']]).to.deep.equal([200, '0'])
  })

  it('never displays a page inline', async () => {
    await service.seed('attachments', [attachment({ name: 'x.html', content_type: 'text/html' })])
    const { headers } = await service.download(address(1, 1))
    expect(headers['content-type']).to.equal('application/octet-stream')
    expect(headers['content-disposition']).to.match(/^attachment;/)
  })

  it('distinguishes projects with the same ids', async () => {
    await service.seed('attachments', [
      attachment({ project_id: 'other', content: Buffer.from('other').toString('base64') }),
      attachment({ content: Buffer.from('ours').toString('base64') }),
    ])
    const answer = await service.download(`${address(1, 1)}?project_id=${projectId}`)
    expect((answer.body as Buffer).toString()).to.equal('ours')
  })

  it('answers 404 for another event, another file, and another organization', async () => {
    const other = await openService()
    await other.seed('attachments', [attachment({ event_id: hexId(32, 5), attachment_id: hexId(32, 6) })])
    await service.seed('attachments', [attachment()])
    for (const [eventNumber, file] of [
      [2, 1],
      [1, 2],
      [5, 6],
    ] as const) {
      const answer = await service.download(address(eventNumber, file))
      expect(answer.status).to.equal(404)
      expect(answer.headers['content-type']).to.match(/^application\/problem\+json/)
    }
  })

  it('rejects invalid ids', async () => {
    expect((await service.download('/api/v1/telemetry/query/events/x/attachments/y/')).status).to.equal(400)
  })
})
