import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The stand-in's response to one request. */
export type StandInResponse =
  | { text?: string; calls?: readonly { name: string; arguments: unknown }[] }
  /** Sent unchanged. */
  | { status: number; body: string }
  /** Never answered. */
  | 'stall'

/** A received request. */
export interface StandInRequest {
  /** The complete request as text: request line, headers and body. */
  bytes: string
  body: { tools?: { function: { name: string } }[]; messages: { role: string; content: unknown }[] }
}

/** An endpoint on loopback that imitates OpenAI chat completions with scripted responses. */
export interface ModelStandIn {
  baseUrl: string
  requests: StandInRequest[]
  close(): Promise<void>
}

/** @param answer Response to the request with this number, from 0. */
export async function startModelStandIn(
  answer: (number: number, request: StandInRequest) => StandInResponse,
): Promise<ModelStandIn> {
  const requests: StandInRequest[] = []
  const server = createServer((req, res) => {
    void readRequest(req).then((request) => {
      requests.push(request)
      respond(res, answer(requests.length - 1, request), requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}

async function readRequest(req: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(Buffer.from(chunk as Uint8Array))
  const text = Buffer.concat(chunks).toString()
  return {
    bytes: `${req.url ?? ''}\n${JSON.stringify(req.headers)}\n${text}`,
    body: JSON.parse(text) as StandInRequest['body'],
  }
}

function respond(res: ServerResponse, answer: StandInResponse, number: number): void {
  if (answer === 'stall') return
  if ('status' in answer) {
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    return
  }
  const calls = (answer.calls ?? []).map((call, index) => ({
    id: `call-${number}-${index}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }))
  const message = { role: 'assistant', content: answer.text ?? null, ...(calls.length > 0 && { tool_calls: calls }) }
  const body = {
    id: `completion-${number}`,
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
