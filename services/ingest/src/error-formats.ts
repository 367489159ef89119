import { ServiceError } from '@signalbox/contracts'
import type { IngestDependencies } from './dependencies.js'
import { toServiceError } from './receivers/batch/to-service-error.js'
import type { Exchange } from './requests/exchange.js'
import { sendRefusal, toProtocolError } from './sentry/responses.js'
import { ProtocolError } from './requests/protocol-error.js'

/** How a group of routes reports errors to its clients. */
export interface ErrorFormat {
  /** Turns whatever a receiver threw into an error response. */
  refuse(exchange: Exchange, error: unknown): void
  /** Responds to a method that the route does not serve. @param allowed Value of the Allow header. */
  refuseMethod(exchange: Exchange, allowed: string): void
}

type FormDependencies = Pick<IngestDependencies, 'sendProblem' | 'createRequestId' | 'reportFault'>

/** Errors in the format of the envelope protocol, with the CORS headers that browsers need. */
export function createSentryErrorFormat({ reportFault }: FormDependencies): ErrorFormat {
  return {
    refuse: ({ res }, error) => {
      const refusal = toProtocolError(error)
      if (refusal === undefined) reportFault(error, 'a request could not be received')
      sendRefusal(res, refusal ?? new ProtocolError(500, 'internal error'))
    },
    refuseMethod: ({ res }, allowed) => {
      sendRefusal(res, new ProtocolError(405, 'method not allowed', { headers: { Allow: allowed } }))
    },
  }
}

/** RFC 9457 problem details, as in the rest of the API. */
export function createProblemErrorFormat({ sendProblem, createRequestId, reportFault }: FormDependencies): ErrorFormat {
  return {
    refuse: ({ res }, error) => {
      const refusal = toServiceError(error)
      if (!(refusal instanceof ServiceError)) reportFault(error, 'a request could not be received')
      sendProblem(res, refusal, createRequestId())
    },
    refuseMethod: ({ res }, allowed) => {
      res.setHeader('Allow', allowed)
      sendProblem(res, new ServiceError('method-not-allowed'), createRequestId())
    },
  }
}
