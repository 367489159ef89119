import { limits } from '../limits.js'
import type { JsonSchema } from './schema-references.js'
import { projectNumber } from './sdk-paths.js'

/** The paths that OpenTelemetry and Prometheus send to: third-party protocols, described by hand like those of SDKs. */
export const otlpTag = {
  name: 'OpenTelemetry and Prometheus',
  description: 'Called by OpenTelemetry SDKs and collectors, and by Prometheus servers with remote write',
}

const binary = { schema: { type: 'string', format: 'binary' } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const mebibytes = (bytes: number) => bytes / 1024 / 1024
const [inflated, inflatedJson] = [mebibytes(limits.body.otlpBytesMax), mebibytes(limits.body.telemetryBytesMax)]

/** A `google.rpc.Status` in the encoding of the request. */
function refusal(description: string, headers: JsonSchema = {}): JsonSchema {
  const status = { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } }
  const content = { 'application/x-protobuf': binary, 'application/json': { schema: status } }
  return { description, headers, content }
}

const refusals = {
  400: refusal('The body does not match its content type; retrying does not help'),
  401: refusal('No API key, or an unknown one'),
  403: refusal('The key is not allowed to send here'),
  413: refusal(
    `The body or its number of items is too large: ${limits.body.otlpWireBytesMax / 1024 / 1024} MiB on the ` + 'wire',
  ),
  415: refusal('Unsupported content type or encoding'),
  429: refusal("The key's rate limit or a quota is exhausted: nothing in the request was stored", retryAfter),
  503: refusal('The event log is full or overloaded: nothing was stored, retry later', retryAfter),
}

/** The differences between the three signals. */
const signals = [
  { signal: 'traces', operation: 'Traces', noun: 'spans', message: 'ExportTraceServiceRequest', left: 'rejectedSpans' },
  {
    signal: 'metrics',
    operation: 'Metrics',
    noun: 'data points',
    message: 'ExportMetricsServiceRequest',
    left: 'rejectedDataPoints',
  },
  {
    signal: 'logs',
    operation: 'Logs',
    noun: 'log records',
    message: 'ExportLogsServiceRequest',
    left: 'rejectedLogRecords',
  },
] as const

type Signal = (typeof signals)[number]

function describeExport({ noun, message, left }: Signal) {
  const partialSuccess = {
    type: 'object',
    properties: { [left]: { type: 'string', pattern: '^[0-9]+$' }, errorMessage: { type: 'string' } },
  }
  return {
    tags: [otlpTag.name],
    description:
      `The body is an OTLP \`${message}\` in protobuf or JSON, optionally compressed with gzip, deflate, br or ` +
      `zstd; at most ${inflated} MiB uncompressed, ${inflatedJson} MiB for JSON. The response uses the ` +
      'encoding of the request.',
    requestBody: {
      required: true,
      content: { 'application/x-protobuf': binary, 'application/json': { schema: { type: 'object' } } },
    },
    responses: {
      200: {
        description: `Stored durably; \`partialSuccess\` counts ${noun} rejected as invalid, too old or in the future`,
        content: {
          'application/x-protobuf': binary,
          'application/json': { schema: { type: 'object', properties: { partialSuccess } } },
        },
      },
      ...refusals,
    },
  }
}

function pathsOf(signal: Signal): [path: string, operations: { post: object }][] {
  const { operation, noun } = signal
  const described = describeExport(signal)
  return [
    [
      `/v1/${signal.signal}`,
      {
        post: {
          ...described,
          operationId: `export${operation}`,
          summary: `Send ${noun} over OTLP`,
          security: [{ apiKey: [] }, { dsnHeader: [] }, { dsnQuery: [] }],
        },
      },
    ],
    [
      `/api/{project_number}/integration/otlp/v1/${signal.signal}`,
      {
        post: {
          ...described,
          operationId: `exportProject${operation}`,
          summary: `Send ${noun} of a project over OTLP`,
          security: [{ dsnHeader: [] }, { dsnQuery: [] }],
          parameters: [projectNumber],
        },
      },
    ],
  ]
}

const written = (what: string) => ({
  description: `${what} that were stored; version 2 only`,
  schema: { type: 'integer' },
})
const writtenHeaders = {
  'X-Prometheus-Remote-Write-Samples-Written': written('Samples'),
  'X-Prometheus-Remote-Write-Histograms-Written': written('Native histograms'),
  'X-Prometheus-Remote-Write-Exemplars-Written': written('Exemplars'),
}

const remoteWrite = {
  tags: [otlpTag.name],
  operationId: 'writeRemotely',
  summary: 'Receive samples from Prometheus remote write, version 1.0 or 2.0',
  description:
    'The body is compressed with snappy. The `proto` parameter of the content type names the message; ' +
    'default `prometheus.WriteRequest`.',
  security: [{ apiKey: [] }, { dsnHeader: [] }, { dsnQuery: [] }],
  parameters: [{ name: 'Content-Encoding', in: 'header', required: true, schema: { type: 'string', const: 'snappy' } }],
  requestBody: {
    required: true,
    content: {
      'application/x-protobuf;proto=prometheus.WriteRequest': binary,
      'application/x-protobuf;proto=io.prometheus.write.v2.Request': binary,
    },
  },
  responses: {
    204: { description: 'Durable', headers: writtenHeaders },
    ...refusals,
    400: {
      ...refusals[400],
      description:
        'The body does not match its content type; or, in version 2, some samples were rejected and the rest are ' +
        'stored, as the headers state',
      headers: writtenHeaders,
    },
  },
}

export const otlpPaths = {
  ...Object.fromEntries(signals.flatMap(pathsOf)),
  '/api/v1/write': { post: remoteWrite },
}
