import { expect } from 'chai'
import { createEvent, startFakeServer, type FakeServer } from '../fake-server.js'
import { run } from '../support/run.js'

const frame = {
  stack: 'exception/0',
  frame: 0,
  function: 't.add',
  path: 'https://shop.example/js/app.js',
  line: 1,
  column: 70,
  debug_id: null,
  is_resolved: false,
  uploaded_at: null,
  finding: 'map_missing',
  explanation: 'The file was found; its map was not uploaded.',
  advice: 'Upload the map.',
  command: 'sentry-cli sourcemaps upload dist',
}
const engine = { ...frame, function: null, path: null, line: null, column: null, finding: 'no_script' }

describe('signalbox errors explain', () => {
  let server: FakeServer | undefined
  afterEach(() => server?.close())

  it("explains each frame's fault and fix once, starting at the crash", async () => {
    const frames = [{ ...engine, explanation: 'No place.', advice: null, command: null }, frame, { ...frame, line: 2 }]
    const { event_id, ...event } = createEvent()
    server = await startFakeServer(200, { ...event, event_id, release: 'a@1', dist: null, received_at: '', frames })
    const { code, out, err } = await run(['errors', 'explain', event_id, '--url', server.url, '--api-key', 'secret'])
    expect(err).to.equal('')
    expect(out.split('\n')).to.deep.equal([
      't.add (https://shop.example/js/app.js:2:70)  map_missing',
      '    The file was found; its map was not uploaded.',
      '    Upload the map.',
      '    sentry-cli sourcemaps upload dist',
      't.add (https://shop.example/js/app.js:1:70)  map_missing',
      '? (<unknown>)  no_script',
      '    No place.',
      '',
    ])
    expect(code).to.equal(0)
    expect(server.requests.map(({ pathname }) => pathname)).to.deep.equal([
      `/api/v1/telemetry/query/events/${event_id}/`,
      `/api/v1/telemetry/projects/${event.project_id}/source-maps/events/${event_id}/`,
    ])
  })
})
