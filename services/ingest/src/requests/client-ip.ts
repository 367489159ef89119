import type { IncomingMessage } from 'node:http'
import { clientAddressOf, type ProxyTrust } from '@signalbox/service-kit'

const addressLengthMax = 64

/** Address of the sender. @returns undefined if the connection is closed. */
export function readClientIp(req: IncomingMessage, isTrustedProxy: ProxyTrust): string | undefined {
  return clientAddressOf(req, isTrustedProxy)?.slice(0, addressLengthMax)
}
