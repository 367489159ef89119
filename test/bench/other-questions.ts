import type { StoreClient } from '@signalbox/telemetry-store'
import type { questions } from './query-questions.js'

const readSpans = 'SELECT sum(duration_us) FROM spans'
const readSamples = 'SELECT sum(cpu_usage_cores) FROM container_metrics'
const readEvents = 'SELECT max(received_at) FROM events'
const readLogs = 'SELECT max(received_at) FROM logs'
const readPoints = 'SELECT sum(value) FROM data_points'

/**
 * Queries of the other documented endpoints that have data in a month's dataset, over their default range, and of a
 * service that most traces pass.
 * @throws Error if the store has no spans or events.
 */
export async function otherQuestions(client: StoreClient): Promise<typeof questions> {
  const newest = async (sql: string) => {
    const answer = await client.clickhouse.query({ query: sql, format: 'JSONEachRow' })
    const [row]: { id: string }[] = await answer.json()
    if (row === undefined) throw new Error(`${sql} found nothing`)
    return row.id
  }
  const traceId = await newest('SELECT trace_id AS id FROM spans LIMIT 1')
  const eventId = await newest('SELECT event_id AS id FROM events LIMIT 1')
  const splitAt = await newest(
    "SELECT formatDateTime(max(start_time) - INTERVAL 1 HOUR, '%Y-%m-%dT%H:%i:%SZ', 'UTC') AS id FROM spans",
  )
  const split = `split=${encodeURIComponent(splitAt)}`
  return [
    ['traces by a frequent service', 'traces/?since=24h&service=service-3', readSpans],
    ['one trace', `trace/${traceId}/`, readSpans],
    ['one event', `events/${eventId}/`, readEvents],
    ['logs', 'logs/?since=24h', readLogs],
    ['logs, search', 'logs/?since=24h&search=upstream%207', readLogs],
    ['log patterns', `log-patterns/?${split}`, readLogs],
    ['data point metrics', 'data-point-metrics/?since=24h', readPoints],
    ['data point attributes', 'data-point-attributes/?since=24h&name=queue.length.1', readPoints],
    ['data points', 'data-points/?since=24h&name=queue.length.1', readPoints],
    ['metric series', 'metric-series/?since=24h', readSamples],
    ['saturation', 'saturation/?since=24h', readSamples],
    ['services', 'services/?since=24h', readSpans],
    ['operations', `operations/?${split}`, readSpans],
    ['dependencies', 'dependencies/?since=24h', readSpans],
    ['trace samples', `trace-samples/?${split}`, readSpans],
    ['error groups', `error-groups/?${split}`, readEvents],
    ['coverage', 'coverage/?since=24h', readSpans],
    ['releases', 'releases/?since=24h', readEvents],
    ['outcomes', 'outcomes/?since=24h', readEvents],
  ]
}
