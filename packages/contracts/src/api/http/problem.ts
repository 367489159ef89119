import { Type, type Static } from 'typebox'
import { Closed, OneOf } from '../../schema.js'
import { errorCatalogue, type ErrorCode } from '../../errors.js'

const errorCodes = Object.keys(errorCatalogue).filter((code): code is ErrorCode => code in errorCatalogue)

/** Body of every error response except those of the envelope protocol: RFC 9457, `application/problem+json`. */
export const Problem = Closed({
  type: Type.String({ description: 'URI reference that identifies the problem type' }),
  title: Type.String(),
  status: Type.Integer({ description: 'HTTP status' }),
  detail: Type.Optional(Type.String()),
  code: OneOf(errorCodes),
  request_id: Type.String(),
  errors: Type.Optional(
    Type.Array(
      Closed({
        in: OneOf(['query', 'path', 'header', 'body'] as const),
        name: Type.String({ description: 'Parameter name, or JSON pointer into the request body' }),
        detail: Type.String(),
      }),
    ),
  ),
})
export type Problem = Static<typeof Problem>
