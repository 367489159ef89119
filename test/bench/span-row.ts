import type { SpanRow } from '@signalbox/telemetry-store/rows'

/** A span in its own trace, by number. */
export function benchSpan(number: number): SpanRow {
  const hex = number.toString(16)
  return {
    organization_id: 'organization-1',
    project_id: 'project-1',
    start_time: Date.now() * 1_000,
    trace_id: hex.padStart(32, '0'),
    span_id: hex.padStart(16, '0'),
    parent_span_id: '',
    service: `service-${number % 20}`,
    operation: `GET /things/${number % 100}`,
    duration_us: number % 100_000,
    status: 'ok',
    is_http_entry: 1,
    http_status: 200,
    attributes: { 'http.method': 'GET', 'http.route': '/things' },
    resource: {},
    events: '',
    links: '',
  }
}
