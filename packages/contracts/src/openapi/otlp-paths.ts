import { limits } from '../limits.js'
import type { JsonSchema } from './schema-references.js'
import { projectNumber } from './sdk-paths.js'

/** The paths that OpenTelemetry and Prometheus send to: protocols of others, described by hand as those of SDKs are. */
export const otlpTag = {
  name: 'OpenTelemetry and Prometheus',
  description: 'Called by SDKs and collectors of OpenTelemetry, and by Prometheus servers that write remotely',
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
  400: refusal('The body is not what its type says: sending it again does not help'),
  401: refusal('No key, or an unknown API key'),
  403: refusal('The key may not send here'),
  413: refusal(
    `The body or the number of its items is too large: ${limits.body.otlpWireBytesMax / 1024 / 1024} MiB on the wire`,
  ),
  415: refusal('The content type or encoding is not known'),
  429: refusal('The limit of the key or a quota is used up: nothing of the request is kept', retryAfter),
  503: refusal('The event log is full or too busy: nothing was kept, send it again', retryAfter),
}

/** What tells the three signals apart. */
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
      `The body is an \`${message}\` of OTLP in protobuf or JSON, and may be compressed with gzip, deflate, br or zstd; ` +
      `inflated it holds at most ${inflated} MiB, ${inflatedJson} MiB of JSON. The answer has the encoding of the request.`,
    requestBody: {
      required: true,
      content: { 'application/x-protobuf': binary, 'application/json': { schema: { type: 'object' } } },
    },
    responses: {
      200: {
        description: `Durable; \`partialSuccess\` counts ${noun} that are left out because they are invalid, too old or ahead of time`,
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
          summary: `Send ${noun} by OTLP`,
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
          summary: `Send ${noun} of a project by OTLP`,
          security: [{ dsnHeader: [] }, { dsnQuery: [] }],
          parameters: [projectNumber],
        },
      },
    ],
  ]
}

const written = (what: string) => ({
  description: `${what} that are kept; version 2 only`,
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
  summary: 'Send samples as Prometheus servers write them remotely, in version 1.0 or 2.0',
  description:
    'The body is compressed with snappy; `proto` of the content type says which message it is, `prometheus.WriteRequest` when left out.',
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
        'The body is not what its type says; or, in version 2, some samples are left out and the rest is durable, as the headers say',
      headers: writtenHeaders,
    },
  },
}

export const otlpPaths = {
  ...Object.fromEntries(signals.flatMap(pathsOf)),
  '/api/v1/write': { post: remoteWrite },
}
