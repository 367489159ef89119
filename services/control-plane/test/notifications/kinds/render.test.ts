import { expect } from 'chai'
import fc from 'fast-check'
import type { IssueItem, MessageContent } from '../../../src/notifications/messages/message-content.js'
import { renderEmail } from '../../../src/notifications/kinds/email/render-email.js'
import { renderSlack, type SlackBlock } from '../../../src/notifications/kinds/slack/render-slack.js'
import { renderWebhook } from '../../../src/notifications/kinds/webhook/render-webhook.js'

const at = '2026-01-05T12:00:00.000Z'
const totals = { issue_created: 0, issue_regressed: 0, issue_escalated: 0, alert: 0 }

function issue(fields: Partial<IssueItem> = {}): IssueItem {
  return {
    kind: 'issue_created',
    issueId: 'i1',
    shortId: 'SHOP-1',
    title: 'TypeError: x is undefined',
    culprit: 'pay in checkout',
    level: 'error',
    platform: 'node',
    release: 'shop@1.0',
    environment: 'production',
    firstSeenAt: at,
    occurredAt: at,
    counts: { events: 3, users: 2 },
    deployment: { id: 'd1', title: 'Raise the limit', service: 'cart', version: '7', occurredAt: at },
    url: 'https://telemetry.example.com/issues/i1',
    ...fields,
  }
}

function single(fields: Partial<IssueItem> = {}): MessageContent {
  return {
    project: { id: 'p1', name: 'shop' },
    items: [issue(fields)],
    totals: { ...totals, issue_created: 1 },
    url: 'https://telemetry.example.com/issues?project_id=p1',
  }
}

const attacks = '<!channel> <@U1> <https://evil.example|click> & @here @Channel <script>alert(1)</script> *bold* "q"'

function textsOf(blocks: readonly SlackBlock[]) {
  return blocks.flatMap(({ text, fields = [], elements = [] }) => [...(text ? [text] : []), ...fields, ...elements])
}

describe('the message about a new error', () => {
  it('contains title, location, release, environment, counts, link and the suspected deployment, in every format', () => {
    const slack = JSON.stringify(renderSlack(single()))
    const { subject, text, html } = renderEmail(single())
    const said = [
      'TypeError: x is undefined',
      'pay in checkout',
      'shop@1.0',
      'production',
      '3 events, 2 users',
      'cart 7: Raise the limit',
    ]
    for (const part of [...said, 'https://telemetry.example.com/issues/i1']) {
      expect(slack).to.include(part)
      expect(text).to.include(part)
      expect(html).to.include(part)
    }
    expect(subject).to.equal('[Signalbox] New issue in shop: TypeError: x is undefined')
    expect(renderWebhook(single(), 0)).to.deep.include({ type: 'issue_created', timestamp: '1970-01-01T00:00:00.000Z' })
    expect(renderWebhook(single(), 0).data).to.have.nested.property('issue.suspected_deployment.version', '7')
  })

  it('omits unknown facts', () => {
    const unknown = { culprit: '', release: '', environment: '', counts: null, deployment: null }
    const slack = JSON.stringify(renderSlack(single(unknown)))
    for (const name of ['Where', 'Release', 'Environment', 'So far', 'Suspected']) expect(slack).not.to.include(name)
  })

  it('turns nothing from telemetry into markup, links or mentions', () => {
    const content = single({ title: attacks, culprit: attacks, release: attacks, environment: attacks })
    const { text, blocks } = renderSlack(content)
    for (const said of [text, ...textsOf(blocks).map((each) => each.text)]) {
      expect(said).not.to.match(/<[!@#]|<script|<https:..evil|@here|@channel/i)
    }
    // Only our own link may be markup.
    const marked = textsOf(blocks).filter(({ type }) => type === 'mrkdwn')
    expect(marked.map((each) => each.text)).to.deep.equal(['<https://telemetry.example.com/issues/i1|SHOP-1>'])
    expect(renderEmail(content).html).not.to.match(/<script|<https|<@|<!c/)
  })

  it('prevents header injection in mails', () => {
    expect(renderEmail(single({ title: 'x\r\nBcc: all@example.com' })).subject).to.not.match(/[\r\n]/)
  })

  it("stays within Slack's limits, whatever telemetry contains", () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('&'.repeat(9_000), '😀'.repeat(3_000), '<!here>'.repeat(900)),
    )
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 35 }), (title, culprit, count) => {
        const items = Array.from({ length: count }, () => issue({ title, culprit, release: title }))
        const { text: fallback, blocks } = renderSlack({
          ...single(),
          items,
          totals: { ...totals, issue_created: count },
        })
        expect(fallback.length).to.be.within(1, 3_000)
        expect(blocks.length).to.be.at.most(50)
        for (const { type, text: body, fields = [] } of blocks) {
          expect(fields.length).to.be.at.most(10)
          if (type === 'section' && body) expect(body.text.length).to.be.within(1, 3_000)
          for (const field of fields) expect(field.text.length).to.be.within(1, 2_000)
        }
        expect(JSON.stringify(blocks)).not.to.match(/\p{Surrogate}|\\ud[89a-f]/u)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a digest', () => {
  const digest: MessageContent = {
    ...single(),
    items: [issue({ kind: 'issue_regressed', title: 'came back' }), issue()],
    totals: { ...totals, issue_created: 994, issue_regressed: 1 },
  }

  it('counts by kind, lists some, and gives the number of the others', () => {
    const { text, blocks } = renderSlack(digest)
    expect(text).to.equal('1 regressed issue, 994 new issues in shop')
    expect(JSON.stringify(blocks)).to.include('Issue regressed: came back').and.include('993 more not shown')
    expect(renderEmail(digest).text).to.include('993 more not shown')
    expect(renderWebhook(digest, 0)).to.have.property('type', 'digest')
    expect(renderWebhook(digest, 0).data).to.deep.include({ totals: digest.totals })
  })
})
