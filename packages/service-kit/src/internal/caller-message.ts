import type { ApiCaller, SignedInCaller } from '../directory.js'
import type { CallerMessage, SignedInMessage } from './internal-operations.js'

/** A caller as JSON has them. */
export function toCallerMessage({ scopes, ...caller }: ApiCaller): CallerMessage {
  return { ...caller, scopes: [...scopes] }
}

/** A person who is signed in, as JSON has them. */
export function toSignedInMessage({ scopes, ...caller }: SignedInCaller): SignedInMessage {
  return { ...caller, scopes: [...scopes] }
}

/** Turns the message of a caller, or of a person who is signed in, back. */
export function fromCallerMessage<Message extends CallerMessage>({ scopes, ...caller }: Message) {
  return { ...caller, scopes: new Set(scopes) }
}
