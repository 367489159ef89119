import type {
  AppMetricRow,
  AttachmentRow,
  CheckInRow,
  ContainerMetricRow,
  DataPointRow,
  EventRow,
  FeedbackRow,
  LogRow,
  MetricPointRow,
  OutcomeRow,
  RootSpanRow,
  SessionRow,
  SpanRow,
} from '@signalbox/telemetry-store/rows'

/** Noon of the sample rows' day. */
export const sampleTimeMs = Date.UTC(2026, 4, 17, 12)

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

/** Complete rows with plain values; tests override what matters to them. */
export function eventRow(values: Partial<EventRow> = {}): EventRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    timestamp: sampleTimeMs,
    event_id: '9ec79c33ec9942ab8353589fcb2e04dc',
    level: 'error',
    message: '',
    exception_type: 'TypeError',
    exception_value: 'x is not a function',
    handled: 'false',
    title: 'TypeError: x is not a function',
    culprit: 'checkout',
    platform: 'javascript',
    sdk_name: 'sentry.javascript.node',
    sdk_version: '9.0.0',
    release: 'shop@1.2.3',
    dist: '',
    environment: 'production',
    server_name: 'web-1',
    logger: '',
    transaction: 'GET /checkout',
    trace_id: traceId,
    span_id: spanId,
    user_key: 'id:42',
    user: '{"id":"42"}',
    tags: { browser: 'Firefox' },
    fingerprint: '00000000000000000000000000000001',
    previous_fingerprint: '',
    grouping_version: '1',
    grouping_components: '{}',
    times_seen: 1,
    stack_trace: 'at checkout (shop.js:1:2)',
    payload: '{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}',
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function rootSpanRow(values: Partial<RootSpanRow> = {}): RootSpanRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    start_time: sampleTimeMs * 1000,
    trace_id: traceId,
    span_id: spanId,
    service: 'shop',
    operation: 'GET /checkout',
    duration_us: 1_500,
    status: 'ok',
    ...values,
  }
}

export function spanRow(values: Partial<SpanRow> = {}): SpanRow {
  return {
    ...rootSpanRow(),
    parent_span_id: '',
    is_http_entry: 1,
    http_status: 200,
    attributes: { 'http.method': 'GET' },
    resource: { 'service.version': '1.4.2' },
    events: '[{"time_us":1,"name":"retry","attributes":{}}]',
    links: '',
    ...values,
  }
}

export function containerMetricRow(values: Partial<ContainerMetricRow> = {}): ContainerMetricRow {
  return {
    organization_id: 'organization-1',
    timestamp: sampleTimeMs,
    cluster: 'main',
    namespace: 'shop',
    pod: 'web-1',
    container: 'web',
    node: 'node-1',
    cpu_usage_cores: 0.25,
    memory_usage_bytes: 104_857_600,
    network_rx_bytes: null,
    network_tx_bytes: null,
    ...values,
  }
}

export function metricPointRow(values: Partial<MetricPointRow> = {}): MetricPointRow {
  return {
    organization_id: 'organization-1',
    timestamp: sampleTimeMs,
    cluster: 'main',
    namespace: 'shop',
    pod: 'web-1',
    container: 'web',
    node: 'node-1',
    metric_name: 'queue_length',
    value: 3,
    ...values,
  }
}

export function outcomeRow(values: Partial<OutcomeRow> = {}): OutcomeRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    minute: sampleTimeMs,
    kind: 'error',
    outcome: 'stored',
    reason: '',
    quantity: 1,
    ...values,
  }
}

export function logRow(values: Partial<LogRow> = {}): LogRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    timestamp: sampleTimeMs * 1_000,
    sequence: 0,
    level: 'info',
    severity_number: 9,
    body: 'order accepted',
    trace_id: traceId,
    span_id: spanId,
    service: 'shop',
    release: 'shop@1.2.3',
    environment: 'production',
    sdk_name: 'sentry.javascript.node',
    attributes: { 'http.method': 'GET' },
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function dataPointRow(values: Partial<DataPointRow> = {}): DataPointRow {
  return {
    organization_id: 'organization-1',
    project_id: '',
    name: 'http.server.request.duration',
    kind: 'histogram',
    unit: 's',
    temporality: 'cumulative',
    is_monotonic: 0,
    timestamp: sampleTimeMs * 1_000,
    start_time: sampleTimeMs * 1_000 - 1,
    service: 'checkout',
    value: null,
    count: 3,
    sum: 0.75,
    min: 0.1,
    max: null,
    bounds: [0.1, 1],
    counts: [1, 2, 0],
    quantiles: [],
    quantile_values: [],
    attributes: { 'http.route': '/orders' },
    resource: { 'service.name': 'checkout' },
    series: '9f86d081884c7d65',
    trace_id: '',
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function appMetricRow(values: Partial<AppMetricRow> = {}): AppMetricRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    name: 'orders',
    type: 'counter',
    unit: '',
    timestamp: sampleTimeMs * 1_000,
    value: 1,
    trace_id: traceId,
    span_id: spanId,
    service: 'shop',
    release: 'shop@1.2.3',
    environment: 'production',
    sdk_name: 'sentry.javascript.node',
    attributes: { 'http.method': 'GET' },
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function sessionRow(values: Partial<SessionRow> = {}): SessionRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    release: 'shop@1.2.3',
    environment: 'production',
    started: sampleTimeMs,
    session_id: '7c7b6585f9014db8b5a2a32b4f1e2d3c',
    user_key: '',
    status: 'ok',
    is_init: 1,
    quantity: 1,
    errors: 0,
    duration_ms: null,
    sequence: 0,
    sdk_name: '',
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function checkInRow(values: Partial<CheckInRow> = {}): CheckInRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    monitor_slug: 'nightly',
    environment: 'production',
    timestamp: sampleTimeMs,
    check_in_id: '7c7b6585f9014db8b5a2a32b4f1e2d3c',
    status: 'ok',
    duration_ms: 1_500,
    release: '',
    trace_id: '',
    monitor_config: '',
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function feedbackRow(values: Partial<FeedbackRow> = {}): FeedbackRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    timestamp: sampleTimeMs,
    feedback_id: '9ec79c33ec9942ab8353589fcb2e04dc',
    message: 'It is broken',
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
    sdk_name: '',
    user_key: '',
    user: '',
    tags: {},
    received_at: sampleTimeMs + 5,
    ...values,
  }
}

export function attachmentRow(values: Partial<AttachmentRow> = {}): AttachmentRow {
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    event_id: '9ec79c33ec9942ab8353589fcb2e04dc',
    received_at: sampleTimeMs,
    attachment_id: '5f4dcc3b5aa765d61d8327deb882cf99',
    name: 'note.txt',
    content_type: 'text/plain',
    attachment_type: 'event.attachment',
    size: 5,
    sha256: '0'.repeat(64),
    content: 'aGVsbG8=',
    ...values,
  }
}
