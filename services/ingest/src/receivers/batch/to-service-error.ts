import { ServiceError } from '@signalbox/contracts'
import { BodyError } from '@signalbox/envelope'
import { EventLogError } from '@signalbox/event-log'
import { OverloadedError } from '@signalbox/service-kit'
import { UnsupportedEncoding } from '../../requests/receive-body.js'

const retryAfterSeconds = 5

/** Maps errors from reading, inflating and appending to the error catalogue; other errors pass through. */
export function toServiceError(error: unknown): unknown {
  if (error instanceof BodyError) {
    return new ServiceError(error.reason === 'too-large' ? 'body-too-large' : 'undecodable-body', { cause: error })
  }
  if (error instanceof UnsupportedEncoding) {
    return new ServiceError('unsupported-encoding', {
      detail: 'Supported encodings are gzip, deflate, br and zstd',
      cause: error,
    })
  }
  if (error instanceof OverloadedError) return new ServiceError('overloaded', { retryAfterSeconds, cause: error })
  return error instanceof EventLogError ? describeLogError(error) : error
}

function describeLogError(error: EventLogError): unknown {
  switch (error.reason) {
    case 'full':
      return new ServiceError('log-full', { retryAfterSeconds, cause: error })
    case 'overloaded':
      return new ServiceError('overloaded', { retryAfterSeconds, cause: error })
    case 'unavailable':
      return new ServiceError('unavailable', { retryAfterSeconds, cause: error })
    case 'too-large':
      return new ServiceError('body-too-large', { cause: error })
    default:
      return error
  }
}
