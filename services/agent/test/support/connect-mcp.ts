import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** Client operations of the Model Context Protocol for tests. */
export type McpClient = Client

/** Connects the protocol's own client to the tools at `/mcp`, like a user's program. */
export async function connectMcp(url: string, apiKey: string): Promise<McpClient> {
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } }
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}
