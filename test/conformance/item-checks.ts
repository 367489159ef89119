import type { ExpectedItem } from '../support/recorded-requests.js'
import { createHash } from 'node:crypto'

/** Reads what the service reports, through its public interface only. */
export interface Report {
  /** A JSON response of the query interface; undefined for 404. */
  read: (path: string) => Promise<Record<string, unknown> | undefined>
  /** The bytes of a file. */
  download: (url: string) => Promise<Buffer>
}

/** The expected and actual report of an item, with the same keys. */
export interface Comparison {
  expected: unknown
  got: unknown
}

type Fields = Record<string, unknown>
type Check = (item: ExpectedItem, report: Report) => Promise<Comparison>

const query = '/api/v1/telemetry/query'
const range = 'start=2026-11-20T00:00:00Z&end=2026-11-22T00:00:00Z'

/** No UTF-8 text can hold lone surrogates: they are replaced. */
const wellFormed = (text: unknown) => (typeof text === 'string' ? text.replace(/\p{Surrogate}/gu, '\ufffd') : text)

const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : [])

/** The fields of `got` that `expected` contains. */
function pick(expected: Fields, got: Fields | undefined): Fields {
  return Object.fromEntries(Object.keys(expected).map((key) => [key, got?.[key] ?? null]))
}

const checkEvent: Check = async (item, { read }) => {
  const answer = await read(`${query}/events/${item.event_id ?? ''}/`)
  const message = typeof item.message === 'object' ? (item.message.formatted ?? item.message.message) : item.message
  const expected: Fields = {
    level: item.level,
    platform: item.platform,
    release: item.release ?? '',
    environment: item.environment ?? '',
    trace_id: item.trace?.trace_id ?? '',
    exception_type: item.main_exception?.type ?? '',
    exception_value: wellFormed(item.main_exception?.value ?? ''),
    ...(message !== undefined && { message: wellFormed(message) }),
    ...(item.sdk?.name && { sdk_name: item.sdk.name }),
    tags: item.tags ?? {},
  }
  const got = pick(expected, answer)
  const tags = (answer?.['tags'] ?? {}) as Fields
  got['tags'] = pick(item.tags ?? {}, tags)
  return { expected, got }
}

interface TraceNode extends Fields {
  span_id: string
  children: TraceNode[]
}

function flatten(nodes: TraceNode[]): TraceNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children)])
}

interface ExpectedSpan {
  span_id: string
  parent?: string | null
  parent_span_id?: string | null
}

async function checkSpans(traceId: string, spans: ExpectedSpan[], { read }: Report): Promise<Comparison> {
  const answer = await read(`${query}/trace/${traceId}/`)
  const known = new Map(flatten((answer?.['roots'] ?? []) as TraceNode[]).map((node) => [node.span_id, node]))
  const ids = spans.map(({ span_id }) => span_id).sort()
  return { expected: ids, got: ids.filter((id) => known.has(id)) }
}

const checkTransaction: Check = (item, report) => {
  const root = { span_id: item.trace?.span_id ?? '' }
  return checkSpans(item.trace?.trace_id ?? '', [root, ...(item.spans ?? [])], report)
}

const checkSpanItem: Check = (item, report) => checkSpans(item.trace_id ?? '', item.spans ?? [], report)

const checkAttachment: Check = async (item, { read, download }) => {
  const id = item.event_id ?? ''
  const event = await read(`${query}/events/${id}/`)
  // Feedback, which is not an event, can have files too.
  const feedback = list((await read(`${query}/feedback/?${range}`))?.['feedback'])
  const owner = event ?? feedback.find(({ feedback_id }) => feedback_id === id)
  const files = list(owner?.['attachments'])
  const file = files.find(({ name }) => name === item.filename)
  const content = file === undefined ? undefined : await download(String(file['download_url']))
  return {
    expected: { size: item.bytes, sha256: item.sha256, downloaded: item.sha256 },
    got: {
      size: file?.['size'],
      sha256: file?.['sha256'],
      downloaded: content && createHash('sha256').update(content).digest('hex'),
    },
  }
}

const checkCheckIn: Check = async (item, { read }) => {
  const environment = item.environment ?? 'production'
  const answer = await read(`${query}/monitors/?environment=${environment}&${range}`)
  const monitor = list(answer?.['monitors']).find(({ slug }) => slug === item.monitor_slug)
  const run = list(monitor?.['recent']).find(({ check_in_id }) => check_in_id === item.check_in_id)
  // A check-in that opened a run has been closed by a later one.
  const isOpening = item.status === 'in_progress'
  return {
    expected: { found: true, status: isOpening ? 'closed' : item.status },
    got: { found: run !== undefined, status: isOpening && run?.['status'] === 'ok' ? 'closed' : run?.['status'] },
  }
}

const checkFeedback: Check = async (item, { read }) => {
  const answer = await read(`${query}/feedback/?${range}`)
  const found = list(answer?.['feedback']).find(({ feedback_id }) => feedback_id === item.event_id)
  const expected: Fields = { ...item.feedback, tags: item.tags ?? {} }
  return { expected, got: pick(expected, found) }
}

const checkMetrics: Check = async (item, { read }) => {
  const expected = (item.metrics ?? []).map(({ name, type, value }) => ({ name, type, value }))
  const got = await Promise.all(
    expected.map(async ({ name, value }) => {
      const answer = await read(`${query}/app-metrics/?name=${encodeURIComponent(name)}&${range}`)
      const sample = list(answer?.['samples']).find((entry) => entry['value'] === value)
      return { name: answer?.['name'], type: answer?.['type'], value: sample?.['value'] }
    }),
  )
  return { expected, got }
}

const checkLogs: Check = async (item, { read }) => {
  const expected = (item.logs ?? []).map(({ body, level }) => ({ body, level }))
  const answer = await read(`${query}/logs/?${range}&limit=1000`)
  const bodies = list(answer?.['logs'])
  const got = expected.map(({ body }) => {
    const found = bodies.find((entry) => entry['body'] === body)
    return { body: found?.['body'], level: found?.['level'] }
  })
  return { expected, got }
}

/** Items that are compared one by one. Sessions, client reports and counted items are compared as sums. */
export const itemChecks: Readonly<Record<string, Check>> = {
  event: checkEvent,
  'store-event': checkEvent,
  transaction: checkTransaction,
  span: checkSpanItem,
  attachment: checkAttachment,
  check_in: checkCheckIn,
  feedback: checkFeedback,
  trace_metric: checkMetrics,
  log: checkLogs,
}
