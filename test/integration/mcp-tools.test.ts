import { readingTools, type ReadingToolName } from '@signalbox/contracts'
import { expect } from 'chai'
import { connectMcp, type McpClient } from '../../services/agent/test/support/connect-mcp.js'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSpan, newEventId } from '../support/telemetry.js'

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const traceId = newEventId()

type Question = readonly [input: Record<string, unknown>, expected: string]

/** A query per tool, and what its result contains of the telemetry below. */
function createQuestions(): Readonly<Record<ReadingToolName, Question>> {
  const range = { start: minutesFromNow(-60), end: minutesFromNow(5) }
  return {
    compare_windows: [{ ...range, split: minutesFromNow(-30) }, 'GET /zanzibar'],
    issue: [{ limit: 5 }, 'zanzibar is closed'],
    events: [{ ...range, search: 'zanzibar', level: 'error' }, 'zanzibar is closed'],
    logs: [{ ...range, split: minutesFromNow(-30) }, 'patterns'],
    traces: [{ ...range, service: 'shop' }, traceId],
    trace: [{ trace_id: traceId }, 'GET /zanzibar'],
    metric_series: [{ ...range, metric: 'cpu' }, 'series'],
    cluster_state: [range, 'node_count'],
    changes: [range, 'ship zanzibar'],
    sql: [{ ...range, sql: 'SELECT operation, count() AS n FROM trace_spans GROUP BY operation' }, 'GET /zanzibar'],
  }
}

describe('MCP tools on a complete installation', () => {
  let signalbox: InProcessSignalbox
  let client: McpClient

  before(async () => {
    signalbox = await startInProcess()
    await signalbox.sendEvent(newEventId(), 'zanzibar is closed')
    const span = createSpan({ trace_id: traceId, operation: 'GET /zanzibar' })
    await signalbox.call('POST', '/api/v1/telemetry/spans', { spans: [span] })
    const deployment = { deployment_request: 'ship zanzibar', repository_full_name: 'acme/shop' }
    expect((await signalbox.call('POST', '/api/v1/deployments/', deployment)).status).to.equal(201)
    await eventually(async () => {
      expect(await signalbox.readColumn('events', 'message')).to.have.lengthOf(1)
      expect(await signalbox.readColumn('spans', 'operation')).to.have.lengthOf(1)
    })
    client = await connectMcp(signalbox.url, signalbox.apiKey)
  })

  after(async () => {
    await client.close()
    await signalbox.close()
  })

  for (const name of Object.keys(readingTools)) {
    it(`${name} responds`, async () => {
      const [, [input, expected] = [{}, '']] = Object.entries(createQuestions()).find(([tool]) => tool === name) ?? []
      const { content, isError } = await client.callTool({ name, arguments: input })
      expect(isError, JSON.stringify(content)).to.not.equal(true)
      expect(JSON.stringify(content)).to.contain(expected)
    })
  }

  it('leave an audit log entry when called with a revoked key', async () => {
    const keysPath = '/api/v1/organization/api-keys/'
    const { id, key } = (await signalbox.call('POST', keysPath, { name: 'leaked' })).body as { id: string; key: string }
    expect((await signalbox.call('DELETE', `${keysPath}${id}/`)).status).to.equal(200)
    expect((await signalbox.call('POST', '/mcp', {}, key)).status).to.equal(401)
    await eventually(async () => {
      const { body } = await signalbox.call('GET', '/api/v1/organization/audit-log/?action=useApiKey')
      expect(body).to.have.nested.property('entries[0].actor.id', id)
    })
  })
})
