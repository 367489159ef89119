import { expect } from 'chai'
import { startSlack, type SlackStandIn } from '../../../../../test/support/slack-stand-in.js'
import type { IssueItem, MessageContent } from '../../../src/notifications/messages/message-content.js'
import { createTestMessage } from '../../../src/notifications/messages/outgoing-message.js'
import { renderDiscord } from '../../../src/notifications/kinds/discord/render-discord.js'
import { renderTeams } from '../../../src/notifications/kinds/teams/render-teams.js'
import { NoticeWorld } from '../../support/notice-world.js'

const hostile = '**@everyone** [click](https://evil.example) <@123> `rm -rf` \n# big'
const item: IssueItem = {
  kind: 'issue_created',
  title: hostile,
  url: 'https://telemetry.example.com/issues/1',
  occurredAt: '2026-01-01T00:00:00.000Z',
  issueId: '1',
  shortId: 'SHOP-1',
  culprit: 'pay',
  level: 'error',
  platform: 'node',
  release: hostile,
  environment: 'production',
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  counts: { events: 3, users: 2 },
  deployment: null,
}
const totals = { alert: 0, issue_regressed: 0, issue_escalated: 0 }
const project = { id: 'p', name: 'shop' }
const url = 'https://telemetry.example.com/issues?project_id=p'
const single: MessageContent = { project, items: [item], totals: { ...totals, issue_created: 1 }, url }
const digest: MessageContent = {
  project,
  items: Array.from({ length: 40 }, () => item),
  totals: { ...totals, issue_created: 994 },
  url,
}

describe('a message to Discord', () => {
  it('mentions nobody and contains no markup from telemetry', () => {
    for (const content of [single, digest]) {
      const message = renderDiscord(content)
      expect(message.allowed_mentions).to.deep.equal({ parse: [] })
      const text = JSON.stringify([message.content, message.embeds?.map(({ title, fields }) => [title, fields])])
      expect(text).not.to.include('**').and.not.to.include('@everyone').and.not.to.include('](')
      expect(text).not.to.match(/https:\/\/evil/)
    }
  })

  it("stays within Discord's limits, whatever telemetry contains", () => {
    const long = { ...item, title: '*'.repeat(9_000), culprit: '_'.repeat(9_000), release: '#'.repeat(9_000) }
    for (const content of [
      { ...single, items: [long] },
      { ...digest, items: digest.items.map(() => long) },
    ]) {
      const [embed] = renderDiscord(content).embeds ?? []
      expect(renderDiscord(content).content?.length).to.be.at.most(2_000)
      expect(embed?.title.length).to.be.at.most(256)
      expect(embed?.description?.length).to.be.at.most(4_096)
      for (const { value } of embed?.fields ?? []) expect(value.length).to.be.at.most(1_024)
      const { title = '', description = '', fields = [] } = embed ?? {}
      const all = [title, description, ...fields.flatMap(({ name, value }) => [name, value])].join('')
      expect(all.length).to.be.at.most(6_000)
    }
  })

  it('gives the number of unlisted items in a digest', () => {
    expect(renderDiscord(digest).embeds?.[0]?.description).to.match(/more not shown\.$/)
  })
})

describe('a message to Microsoft Teams', () => {
  it('is an adaptive card of plain text runs with one link, to Signalbox', () => {
    for (const content of [single, digest]) {
      const [attachment] = renderTeams(content).attachments
      expect(attachment?.contentType).to.equal('application/vnd.microsoft.card.adaptive')
      expect(attachment?.content).to.include({ type: 'AdaptiveCard', version: '1.4' })
      for (const block of attachment?.content.body ?? []) {
        expect(block.type).to.equal('RichTextBlock')
        for (const run of block.inlines) expect(run.type).to.equal('TextRun')
      }
      expect(attachment?.content.actions?.map((action) => action.url)).to.have.length(1)
    }
  })

  it('stays within 28 KB, whatever telemetry contains', () => {
    const long = { ...item, title: 'é'.repeat(9_000) }
    const content = { ...digest, items: digest.items.map(() => long) }
    expect(Buffer.byteLength(JSON.stringify(renderTeams(content)))).to.be.below(28_000)
  })
})

for (const kind of ['discord', 'teams'] as const) {
  describe(`a channel of kind ${kind}`, () => {
    let world: NoticeWorld
    let receiver: SlackStandIn

    beforeEach(async () => {
      world = new NoticeWorld()
      receiver = await startSlack()
    })
    afterEach(async () => {
      world.close()
      await receiver.close()
    })

    it('gets each notice once, and a retry after a temporary rejection', async () => {
      world.createChannel({ kind, webhook_url: receiver.webhookUrl })
      receiver.conducts.push({ status: 429, retryAfter: '2' }, 'ok')
      await world.sight()
      await world.advance(60_000)
      expect(receiver.delivered).to.have.length(1)
      expect(JSON.stringify(receiver.delivered[0]?.body)).to.include('Error 1')
    })

    it('drops a message if its webhook is gone', async () => {
      world.createChannel({ kind, webhook_url: receiver.webhookUrl })
      receiver.conducts.push({ status: 404 })
      await world.sight()
      await world.advance(60_000)
      expect(world.notices().map(({ state }) => state)).to.deep.equal(['dead'])
    })

    it('renders a test message', () => {
      const { content } = createTestMessage('m', project)
      const rendered = kind === 'discord' ? renderDiscord(content) : renderTeams(content)
      expect(JSON.stringify(rendered)).to.include('This is a test message for a notification channel')
    })
  })
}
