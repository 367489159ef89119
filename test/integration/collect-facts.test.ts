import { collectFacts, type FactPack } from '@signalbox/agent'
import { createApiClient } from '@signalbox/api-client'
import { expect } from 'chai'
import { feedIncident, sessionRequest, type FedIncident } from '../incidents/feed-incident.js'
import { generateIncident } from '../incidents/generate-incident.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEnvelope, type DsnTarget } from '../support/post-envelope.js'
import { openInvestigation } from '../support/open-investigation.js'

describe("a session's facts about an incident sent through the public interface", () => {
  const incident = generateIncident('bad-deploy', 1)
  let signalbox: InProcessSignalbox
  let fed: FedIncident
  let facts: FactPack

  const at = (time: string) => Date.parse(time) + fed.shiftMs
  const minute = (time: string) => Math.floor(at(time) / 60_000) * 60_000

  before(async () => {
    signalbox = await startInProcess()
    fed = await feedIncident(installationOf(signalbox), incident, Date.now())
    await eventually(
      async () => {
        expect(await countStored(signalbox)).to.deep.equal({
          logs: incident.logs.length,
          spans: incident.spans.length,
          samples: incident.metrics.length,
        })
      },
      { withinMs: 60_000 },
    )
    facts = await collectFacts(
      openInvestigation(apiOf(signalbox), { ...sessionRequest(incident, fed), asOf: Date.now() }),
    )
  })

  after(() => signalbox.close())

  it('are complete', () => {
    expect(facts.gaps).to.deep.equal([])
  })

  it('include the alert from its context', () => {
    const { service, metric, observed, threshold } = incident.alert
    expect(facts.alert).to.include({ service, metric, observed, threshold, firedAt: at(incident.alert.fired_at) })
    expect(facts.alert.text).to.contain(incident.alert.summary)
  })

  it('reach from the first item until now', () => {
    const earliest = Math.min(...incident.metrics.map(({ timestamp }) => minute(timestamp)))
    expect(facts.window.start).to.be.at.most(earliest)
    expect(facts.window.end).to.be.above(at(incident.alert.fired_at))
  })

  it('have every metric as a series with every value in its minute', () => {
    const sent = new Map<string, [number, number][]>()
    for (const { service, metric, timestamp, value } of incident.metrics) {
      const id = `container:${service}:${metric}`
      sent.set(id, [...(sent.get(id) ?? []), [minute(timestamp), value]])
    }
    for (const [id, points] of sent) expect(facts.series.find((one) => one.id === id)?.points, id).to.deep.equal(points)
  })

  it('have every log line under a matching pattern of its service and level, counted once', () => {
    for (const { service, level, pattern, count, examples } of facts.logPatterns) {
      const lines = incident.logs.filter(
        (line) => line.service === service && line.severity_text.toLowerCase() === level,
      )
      expect(
        lines.filter(({ msg }) => matches(pattern, msg)),
        pattern,
      ).to.have.length(count)
      for (const { body } of examples) expect(lines.map(({ msg }) => msg)).to.include(body)
    }
    const counted = facts.logPatterns.reduce((sum, { count }) => sum + count, 0)
    expect(counted).to.equal(incident.logs.length)
  })

  it('have failed spans of every failed operation, with its callers and the failures below them', () => {
    const failed = incident.spans.filter(({ status }) => status === 'ERROR')
    const operationOf = ({ service, operation }: { service: string; operation: string }) => `${service} ${operation}`
    const sent = failed.map(({ service, name }) => operationOf({ service, operation: name }))
    expect([...new Set(facts.failedSpans.map(operationOf))]).to.have.members([...new Set(sent)])
    for (const told of facts.failedSpans) {
      const ofTrace = incident.spans.filter(({ trace_id: trace }) => trace === told.traceId)
      const span = ofTrace.find(({ service, name }) => service === told.service && name === told.operation)
      const parent = ofTrace.find(({ span_id: id }) => id === span?.parent_id)
      const below = ofTrace.filter(({ parent_id: id, status }) => id === span?.span_id && status === 'ERROR')
      expect(told.callers[0]).to.equal(parent?.service)
      expect(told.failedCallees).to.include.members(below.map(({ service }) => service))
    }
  })

  it('know every pair of services that call each other', () => {
    const pairs = incident.spans.flatMap(({ trace_id: trace, parent_id: id, service: callee }) => {
      const parent = incident.spans.find((span) => span.trace_id === trace && span.span_id === id)
      return parent === undefined || parent.service === callee ? [] : [`${parent.service} ${callee}`]
    })
    const known = facts.dependencies.map(({ caller, callee }) => `${caller} ${callee}`)
    expect(known).to.have.members([...new Set(pairs)])
  })

  it('have every change with its diff, and the commit deployed to each service', () => {
    for (const { sha, diff, files_changed: files, message } of incident.commits) {
      const change = facts.changes.find(({ kind, id }) => kind === 'commit' && id === sha)
      expect(change).to.deep.include({ title: message, files, diff })
    }
    for (const { service, commit_sha, timestamp } of incident.deploys) {
      const deployed = facts.changes.filter((change) => change.kind === 'deployment' && change.service === service)
      expect(
        deployed.map(({ details, occurred_at }) => [details['commit_sha'], Date.parse(occurred_at)]),
      ).to.deep.include([commit_sha, at(timestamp)])
    }
    expect(facts.changes).to.have.length(incident.commits.length + incident.deploys.length + incident.flags.length)
  })

  it('name the evidence of every part', () => {
    const parts = [...facts.series, ...facts.logPatterns, ...facts.failedSpans, ...facts.dependencies]
    for (const { evidence } of parts) expect(evidence).to.match(/^e\d+$/)
    expect(facts.changesEvidence).to.have.length(1)
  })
})

/** True if a text matches the pattern. */
function matches(pattern: string, text: string): boolean {
  const parts = pattern.split(/<(?:n|id|text|address)>/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`, 's').test(text)
}

function installationOf(signalbox: InProcessSignalbox) {
  return {
    project: signalbox.project,
    call: async (method: string, path: string, body?: unknown) => {
      const answer = await signalbox.call(method, path, body)
      if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    sendEnvelope: (target: DsnTarget, body: string) => postEnvelope(signalbox.url, target, body),
  }
}

function apiOf({ url, apiKey }: InProcessSignalbox) {
  return createApiClient({ baseUrl: url, apiKey })
}

async function countStored(signalbox: InProcessSignalbox) {
  const rows = async (table: string, column: string) => (await signalbox.readColumn(table, column)).length
  return {
    logs: await rows('logs', 'body'),
    spans: await rows('spans', 'span_id'),
    samples: await rows('metric_points', 'value'),
  }
}
