import type {
  AppMetricRow,
  AttachmentRow,
  ContainerMetricRow,
  DataPointRow,
  EventRow,
  FeedbackRow,
  LogRow,
  MetricPointRow,
  SpanRow,
} from '@signalbox/telemetry-store/rows'
import { nowMs, projectId } from './fixed-world.js'

/** A row without the organization: the tested service adds its own. */
export type Seed<Row> = Omit<Row, 'organization_id'>

/** Unix milliseconds of the given number of seconds before the tested service's clock. */
export function secondsAgo(seconds: number): number {
  return nowMs - seconds * 1000
}

/** Hex digits of the given length that end in the number. */
export function hexId(length: number, number: number): string {
  return number.toString(16).padStart(length, '0')
}

/** A complete event, one minute old; tests override what matters to them. */
export function event(values: Partial<EventRow> = {}): Seed<EventRow> {
  return {
    project_id: projectId,
    timestamp: secondsAgo(60),
    event_id: hexId(32, 1),
    level: 'error',
    message: '',
    exception_type: '',
    exception_value: '',
    handled: '',
    title: '',
    culprit: '',
    platform: 'node',
    sdk_name: 'sentry.javascript.node',
    sdk_version: '',
    release: '',
    dist: '',
    environment: '',
    server_name: '',
    logger: '',
    transaction: '',
    trace_id: '',
    span_id: '',
    user_key: '',
    user: '',
    tags: {},
    fingerprint: hexId(32, 0),
    previous_fingerprint: '',
    grouping_version: '',
    grouping_components: '',
    times_seen: 1,
    stack_trace: '',
    payload: '{}',
    received_at: secondsAgo(60),
    ...values,
  }
}

/** A complete span, one minute old: the root of a trace unless it has a parent. */
export function span(values: Partial<SpanRow> = {}): Seed<SpanRow> {
  return {
    project_id: projectId,
    start_time: secondsAgo(60) * 1000,
    trace_id: hexId(32, 1),
    span_id: hexId(16, 1),
    parent_span_id: '',
    service: 'shop',
    operation: 'GET /',
    duration_us: 10_000,
    status: 'ok',
    is_http_entry: 0,
    http_status: 0,
    attributes: {},
    resource: {},
    events: '',
    links: '',
    ...values,
  }
}

/** A data point of a gauge, one minute old. */
export function dataPoint(values: Partial<DataPointRow> = {}): Seed<DataPointRow> {
  return {
    project_id: '',
    name: 'queue',
    kind: 'gauge',
    unit: '',
    temporality: '',
    is_monotonic: 0,
    timestamp: secondsAgo(60) * 1000,
    start_time: secondsAgo(60) * 1000,
    service: 'shop',
    value: null,
    count: null,
    sum: null,
    min: null,
    max: null,
    bounds: [],
    counts: [],
    quantiles: [],
    quantile_values: [],
    attributes: {},
    resource: {},
    series: '0'.repeat(16),
    trace_id: '',
    received_at: secondsAgo(60),
    ...values,
  }
}

/** A container sample, one minute old, without values. */
export function container(values: Partial<ContainerMetricRow> = {}): Seed<ContainerMetricRow> {
  return {
    timestamp: secondsAgo(60),
    cluster: 'main',
    namespace: 'shop',
    pod: 'web-1',
    container: 'web',
    node: 'node-1',
    cpu_usage_cores: null,
    memory_usage_bytes: null,
    network_rx_bytes: null,
    network_tx_bytes: null,
    ...values,
  }
}

/** A value of another metric, one minute old, about a node. */
export function point(metric_name: string, value: number, values: Partial<MetricPointRow> = {}): Seed<MetricPointRow> {
  return {
    timestamp: secondsAgo(60),
    cluster: 'main',
    namespace: '',
    pod: '',
    container: '',
    node: 'node-1',
    metric_name,
    value,
    ...values,
  }
}

/** A complete log entry, one minute old. */
export function log(values: Partial<LogRow> = {}): Seed<LogRow> {
  return {
    project_id: projectId,
    timestamp: secondsAgo(60) * 1000,
    sequence: 0,
    level: 'info',
    severity_number: 9,
    body: 'order accepted',
    trace_id: '',
    span_id: '',
    service: 'shop',
    release: '',
    environment: '',
    sdk_name: 'sentry.javascript.node',
    attributes: {},
    received_at: secondsAgo(60),
    ...values,
  }
}

/** A complete application measurement, one minute old. */
export function measurement(values: Partial<AppMetricRow> = {}): Seed<AppMetricRow> {
  return {
    project_id: projectId,
    name: 'orders',
    type: 'counter',
    unit: '',
    timestamp: secondsAgo(60) * 1000,
    value: 1,
    trace_id: '',
    span_id: '',
    service: 'shop',
    release: '',
    environment: '',
    sdk_name: 'sentry.javascript.node',
    attributes: {},
    received_at: secondsAgo(60),
    ...values,
  }
}

/** Complete feedback, one minute old. */
export function feedback(values: Partial<FeedbackRow> = {}): Seed<FeedbackRow> {
  return {
    project_id: projectId,
    timestamp: secondsAgo(60),
    feedback_id: hexId(32, 1),
    message: 'The button does nothing',
    name: '',
    contact_email: '',
    url: '',
    source: '',
    associated_event_id: '',
    replay_id: '',
    trace_id: '',
    release: '',
    environment: '',
    platform: 'javascript',
    sdk_name: 'sentry.javascript.browser',
    user_key: '',
    user: '',
    tags: {},
    received_at: secondsAgo(60),
    ...values,
  }
}

/** A complete attachment, one minute old. */
export function attachment(values: Partial<AttachmentRow> = {}): Seed<AttachmentRow> {
  return {
    project_id: projectId,
    event_id: hexId(32, 1),
    received_at: secondsAgo(60),
    attachment_id: hexId(32, 1),
    name: 'log.txt',
    content_type: 'text/plain',
    attachment_type: 'event.attachment',
    size: 3,
    sha256: hexId(64, 1),
    content: Buffer.from('abc').toString('base64'),
    ...values,
  }
}
