import { ServiceError } from '@signalbox/contracts'
import { peekRemoteWrite, peekRemoteWrite2, type RemoteWriteSurvey, type SurveyedSeries } from '@signalbox/otlp'
import type { IncomingHttpHeaders } from 'node:http'

interface RemoteWriteResponse {
  status: number
  headers: Readonly<Record<string, string>>
  message?: string
}

/** Everything specific to one remote-write version. */
interface RemoteWriteVersion {
  signal: 'remote_write' | 'remote_write_2'
  /** @throws MalformedError, TooLargeError */
  peek(body: Uint8Array): SurveyedSeries[]
  /** Response to a request that is durable. */
  answer(survey: RemoteWriteSurvey): RemoteWriteResponse
}

const first: RemoteWriteVersion = {
  signal: 'remote_write',
  peek: peekRemoteWrite,
  answer: () => ({ status: 204, headers: {} }),
}

const second: RemoteWriteVersion = { signal: 'remote_write_2', peek: peekRemoteWrite2, answer: answerSecond }

/** Versions by protobuf message name; senders that name none use version 1. */
const versions: ReadonlyMap<string, RemoteWriteVersion> = new Map([
  ['', first],
  ['prometheus.writerequest', first],
  ['io.prometheus.write.v2.request', second],
])

/** @throws ServiceError 415 for other media types, messages and encodings, which makes newer senders fall back. */
export function readVersion(headers: IncomingHttpHeaders): RemoteWriteVersion {
  const [type, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const message = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('proto='))
  const version = versions.get(message?.slice('proto='.length).replaceAll('"', '') ?? '')
  const isSnappy = headers['content-encoding'] === 'snappy'
  if (type?.trim() === 'application/x-protobuf' && version !== undefined && isSnappy) return version
  throw new ServiceError('unsupported-media-type', {
    detail:
      'Supported are remote write 1.0 and 2.0: application/x-protobuf with proto=prometheus.WriteRequest or ' +
      'proto=io.prometheus.write.v2.Request, compressed with snappy',
  })
}

/**
 * Version 2 requires the number of written items, and an error if some were not written. Senders do not retry a 400.
 */
function answerSecond({ items, rejected, samples, histograms, exemplars }: RemoteWriteSurvey): RemoteWriteResponse {
  const headers = {
    'X-Prometheus-Remote-Write-Samples-Written': String(samples),
    'X-Prometheus-Remote-Write-Histograms-Written': String(histograms),
    'X-Prometheus-Remote-Write-Exemplars-Written': String(exemplars),
  }
  if (rejected === 0) return { status: 204, headers }
  return {
    status: 400,
    headers: { ...headers, 'Content-Type': 'text/plain' },
    message: `${rejected} of ${items} samples were rejected: malformed, infinite, unnamed, too old or in the future\n`,
  }
}
