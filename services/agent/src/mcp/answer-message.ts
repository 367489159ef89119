import { ServiceError } from '@signalbox/contracts'
import type { ApiCaller, Clock, LocalCaller, Log } from '@signalbox/service-kit'
import type { Request, Response } from 'express'
import type { SecretVault } from '../model/secret-vault.js'
import type { Ask } from '../tools/tool.js'
import { loadProtocol } from './load-protocol.js'
import { createToolServer } from './tool-server.js'

export interface MessageServices {
  /** Calls API routes as the caller. */
  call: LocalCaller
  clock: Clock
  log: Pick<Log, 'error'>
  version: string
}

/**
 * Responds to one message, with a server that lives for one request.
 * @throws ServiceError `invalid-body` if the body isn't a single message.
 */
export async function answerMessage(
  { call, ...services }: MessageServices,
  { caller, vault }: { caller: ApiCaller; vault: SecretVault },
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const message: unknown = req.body
  // A batch of calls would count as one request against the rate limit.
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new ServiceError('invalid-body', { detail: 'The body must be one JSON-RPC message' })
  }
  const ask: Ask = async (contract, input) => ({ evidenceId: '', value: await call(contract, input, caller) })
  const protocol = await loadProtocol()
  const server = createToolServer(protocol, { ask, vault, ...services })
  const transport = new protocol.StreamableHTTPServerTransport({ enableJsonResponse: true })
  res.on('close', () => {
    void server.close()
  })
  await server.connect(transport)
  await transport.handleRequest(req, res, message)
}
