/** The parts of the client that run in a browser: nothing here imports Node or the schemas of the contracts at run time. */
export type { CallInput } from './call-input.js'
export { ApiConnectionError, ApiError } from './errors.js'
export { createRequestUrl } from './request-url.js'
