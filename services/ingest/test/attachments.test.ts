import { expect } from 'chai'
import { auth, startIngest, type IngestServer } from './ingest-server.js'

const eventId = '9ec79c33ec9942ab8353589fcb2e04dc'
const dashedId = '9ec79c33-ec99-42ab-8353-589fcb2e04dc'

describe('POST /api/<n>/events/<event_id>/attachments/', () => {
  let server: IngestServer
  const send = async (id: string, body: FormData, query = auth) => {
    const res = await fetch(`${server.url}/api/42/events/${id}/attachments/?${query}`, { method: 'POST', body })
    return res.status
  }
  const file = () => {
    const data = new FormData()
    data.append('file', new Blob(['one'], { type: 'text/plain' }), 'a.txt')
    data.append('file', new Blob(['two']), 'ä.bin')
    return data
  }

  beforeEach(async () => (server = await startIngest()))
  afterEach(() => server.close())

  it('201: stores the files as attachments of that event', async () => {
    expect(await send(dashedId, file())).to.equal(201)
    const { header, items } = server.envelope()
    expect(header.eventId).to.equal(eventId)
    expect(items.map(({ header: { type, filename, content_type: as } }) => [type, filename, as])).to.deep.equal([
      ['attachment', 'a.txt', 'text/plain'],
      ['attachment', 'ä.bin', 'application/octet-stream'],
    ])
    expect(items.map(({ payload }) => Buffer.from(payload).toString())).to.deep.equal(['one', 'two'])
    expect(server.envelopeMeta().eventId).to.equal(eventId)
  })

  it('400, 401: rejects invalid ids, forms without files, and unknown keys', async () => {
    expect(await send('nonsense', file())).to.equal(400)
    expect(await send(eventId, new FormData())).to.equal(400)
    expect(await send(eventId, file(), '')).to.equal(401)
    expect(server.records('envelopes')).to.deep.equal([])
  })
})
