import { createMetrics, readConfig, silentLog } from '@signalbox/service-kit'
import { createInsertBuilder } from '@signalbox/telemetry-store/rows'
import { expect } from 'chai'
import '../../../packages/telemetry-store/test/support/for-each-store.js'
import { openTestStore, testServerUrl } from '../../../packages/telemetry-store/test/support/open-test-store.js'
import { outcomeRow } from '../../../packages/telemetry-store/test/support/sample-rows.js'
import { openAnalytics } from '../src/analytics.js'
import { signalboxSettings } from '../src/config.js'

const unused = { dataDirectory: '/nowhere', log: silentLog }

describe('openAnalytics by URL', () => {
  it('writes as one user and reads as another, and opens no embedded store', async () => {
    const store = await openTestStore('by URL')
    await store.truncate()
    const url = await testServerUrl()
    const env = { SIGNALBOX_CLICKHOUSE_URL: url, SIGNALBOX_CLICKHOUSE_READER_URL: `${url}?ch_readonly=2` }
    const config = readConfig(signalboxSettings, env)
    const analytics = await openAnalytics(config, { ...unused, metrics: createMetrics() })
    const position = { topic: 'outcomes', partition: 0, start: 0, end: 1 }
    const builder = createInsertBuilder(position)
    builder.add('outcomes', outcomeRow({ minute: Math.floor(Date.now() / 60_000) * 60_000, quantity: 4 }))
    await analytics.writer.write({ position, inserts: builder.finish(), repeated: false })
    await analytics.reader.ping()
    const rows = await analytics.reader.read({ name: 'items', sql: 'SELECT sum(quantity) AS items FROM outcomes' })
    await analytics.close()
    expect(rows).to.deep.equal([{ items: 4 }])
  })

  it('reports an unreachable store', async () => {
    const config = readConfig(signalboxSettings, { SIGNALBOX_CLICKHOUSE_URL: 'http://writer:secret@127.0.0.1:1' })
    const opening = openAnalytics(config, { ...unused, metrics: createMetrics() })
    const failure = await opening.catch((error: unknown) => error)
    expect(failure).to.have.property('message').that.contains('is unreachable').and.does.not.contain('secret')
  })
})
