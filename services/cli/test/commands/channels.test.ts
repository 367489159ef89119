import { expect } from 'chai'
import { startRealServer, type RealServer } from '../support/real-server.js'

const webhook = 'https://hooks.slack.com/services/T0001/B0002/abcdefghijkl'

describe('signalbox channels', () => {
  let server: RealServer

  before(async () => {
    server = await startRealServer()
  })
  after(() => {
    server.stop()
    server.remove()
  })

  const project = ['--project', '1']
  const run = (args: string[], env: Record<string, string> = {}) =>
    server.run(['channels', ...args, ...project], { env })

  it('adds, lists and removes channels of a project', async () => {
    expect(await run(['list'])).to.include({ code: 0, out: 'No channels.\n' })
    const added = await run([
      'add',
      'slack',
      `webhook_url=${webhook}`,
      '--name',
      'Ops',
      '--events',
      'alert',
      '--min-level',
      'error',
    ])
    expect(added).to.include({ code: 0, err: '' })
    const id = added.out.trim()
    const listed = await run(['list'])
    expect(listed.out).to.match(new RegExp(`Ops +slack +yes +${id}`))
    const listing = JSON.parse((await run(['list', '--json'])).out) as { items: Record<string, unknown>[] }
    const [channel] = listing.items
    expect(channel).to.deep.include({ id, events: ['alert'], min_level: 'error' })
    expect(await run(['remove', id])).to.include({ code: 0, out: 'Removed Ops\n' })
    expect(await run(['remove', id])).to.include({ code: 1 })
  })

  it("reads a bot's token from the environment, and shows a webhook's key once, with its id", async () => {
    const slack = ['add', 'slack', 'channel=#shop']
    expect((await run(slack)).err).to.include('bot_token')
    const bot = await run(slack, { SIGNALBOX_CHANNEL_BOT_TOKEN: 'xoxb-0001-0002-abcd' })
    expect(bot).to.include({ code: 0, err: '' })
    const { code, out, err } = await run(['add', 'webhook', 'url=https://example.com/in'])
    expect(code).to.equal(0)
    expect(out).to.match(/^[0-9a-f-]{36}\n$/)
    expect(err).to.match(/shown only once: whsec_/)
  })

  it('reports errors', async () => {
    expect(await run(['add'])).to.include({ code: 2 })
    expect(await run(['add', 'email', 'to=a@example.com', 'url=https://x.example'])).to.include({ code: 2 })
    expect(await run(['add', 'email', 'to=nobody'])).to.include({ code: 2 })
    expect(await run(['add', 'discord'])).to.include({ code: 2 })
    expect(await run(['add', 'pigeon', 'to=nobody'])).to.include({ code: 2 })
    const told = await run(['add', 'slack', 'channel=#shop', 'bot_token=xoxb-0001'])
    expect(told.err).to.include('is a secret: set it in SIGNALBOX_CHANNEL_BOT_TOKEN')
    expect((await run(['add', 'webhook', 'url=http://127.0.0.1/'])).err).to.include('/url must be a public address')
    const { out } = await run(['add', 'webhook', 'url=http://unreachable.invalid/'])
    const failed = await run(['test', out.trim()])
    expect(failed).to.include({ code: 1, out: '' })
    expect(failed.err).to.include('test not delivered')
  })
})
