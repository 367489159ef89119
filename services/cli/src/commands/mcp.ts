import { createInterface } from 'node:readline'
import { explainConnection } from '@signalbox/api-client'
import { Command } from 'commander'
import { addConnectionOptions, addressOf, apiKeyOf, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'

const timeoutMs = 60_000
/** JSON-RPC 2.0 codes: server error, and parse error. */
const serverErrorCode = -32_000
const parseErrorCode = -32_700

/** `signalbox mcp`: serves the installation's tools to Model Context Protocol clients over stdio. */
export function createMcpCommand(environment: CliEnvironment): Command {
  return addConnectionOptions(new Command('mcp'))
    .summary('Serve the read-only tools to MCP clients over stdio')
    .description(
      'Serve the Model Context Protocol on standard input and output. The tools are those the installation ' +
        'serves at /mcp; the API key determines what they can read',
    )
    .action(async (options: ConnectionOptions) => {
      await forwardMessages(createForwarder(options, environment), environment)
    })
}

/** Forwards one message per line without waiting; responses are written as they arrive. Ends with the input. */
async function forwardMessages(forward: Forward, { stdin, stdout }: CliEnvironment): Promise<void> {
  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input: stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const answering = forward(line).then((answer) => {
      if (answer !== undefined) stdout.write(`${answer}\n`)
      pending.delete(answering)
    })
    pending.add(answering)
  }
  await Promise.all(pending)
}

/** @returns the response as one line; undefined if the message has none. Never rejects. */
type Forward = (line: string) => Promise<string | undefined>

function createForwarder(options: ConnectionOptions, environment: CliEnvironment): Forward {
  const baseUrl = addressOf(options, environment).replace(/\/+$/, '')
  const authorization = `Bearer ${apiKeyOf(options, environment)}`
  const headers = { authorization, accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  return async (line) => {
    const id = readId(line)
    if (id === 'unreadable') return describeError(null, parseErrorCode, 'The message is not JSON')
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(`${baseUrl}/mcp`, { method: 'POST', headers, body: line, signal })
      const text = await response.text()
      if (response.ok) return text === '' ? undefined : JSON.stringify(JSON.parse(text))
      return id === undefined ? undefined : describeError(id, serverErrorCode, explainStatus(response.status, text))
    } catch (error) {
      const reason = explainConnection(error, baseUrl, timeoutMs)
      return id === undefined ? undefined : describeError(id, serverErrorCode, reason)
    }
  }
}

/** The id of a request; undefined for a notification. */
function readId(line: string): unknown {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined
  } catch {
    // Not JSON: the caller reports it.
    return 'unreadable'
  }
}

function explainStatus(status: number, text: string): string {
  if (status === 401) return 'The API key was rejected (401): check SIGNALBOX_API_KEY or --api-key'
  if (status === 404) return 'Signalbox does not serve MCP at this address (404): check the address and version'
  const detail = /"detail":"([^"]{1,300})"/.exec(text)?.[1] ?? 'The request was rejected'
  return `${detail} (${status})`
}

function describeError(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}
