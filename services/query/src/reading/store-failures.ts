import { ServiceError, type ServiceErrorOptions } from '@signalbox/contracts'
import { StoreError, type QueryLine, type StoreErrorReason, type TelemetryReader } from '@signalbox/telemetry-store'

const retryAfterSeconds = 5

const answers: Record<StoreErrorReason, (cause: StoreError) => ServiceError> = {
  timeout: (cause) => explain('query-timeout', { cause, detail: 'Narrow the time range or the filters' }),
  overloaded: (cause) => explain('overloaded', { cause, retryAfterSeconds }),
  unavailable: (cause) => explain('unavailable', { cause, retryAfterSeconds }),
  refused: (cause) => explain('internal', { cause }),
}

function explain(code: 'query-timeout' | 'overloaded' | 'unavailable' | 'internal', options: ServiceErrorOptions) {
  return new ServiceError(code, options)
}

/** Wraps a reader: its failures become errors for clients, and its queries wait in a queue. */
export function withServiceErrors(reader: TelemetryReader, line?: QueryLine): TelemetryReader {
  return {
    async read<Row>(request: Parameters<TelemetryReader['read']>[0]): Promise<Row[]> {
      try {
        return await reader.read<Row>(line === undefined ? request : { ...request, line })
      } catch (error) {
        throw error instanceof StoreError ? answers[error.reason](error) : error
      }
    },
  }
}
