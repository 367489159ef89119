/** The browser-safe part of the client: nothing here imports Node modules or the contracts' schemas at run time. */
export type { CallInput } from './call-input.js'
export { ApiConnectionError, ApiError } from './errors.js'
export { createRequestUrl } from './request-url.js'
