import type { ApiCaller, SignedInCaller } from '../directory.js'
import type { CallerMessage, SignedInMessage } from './internal-operations.js'

/** Converts a caller to JSON. */
export function toCallerMessage({ scopes, ...caller }: ApiCaller): CallerMessage {
  return { ...caller, scopes: [...scopes] }
}

/** Converts a signed-in person to JSON. */
export function toSignedInMessage({ scopes, ...caller }: SignedInCaller): SignedInMessage {
  return { ...caller, scopes: [...scopes] }
}

/** Inverse of `toCallerMessage` and `toSignedInMessage`. */
export function fromCallerMessage<Message extends CallerMessage>({ scopes, ...caller }: Message) {
  return { ...caller, scopes: new Set(scopes) }
}
