/** The SDK of the protocol. It takes long to load and most processes are never asked, so the first message brings it. */
export async function loadProtocol() {
  const [{ McpServer }, { StreamableHTTPServerTransport }, { CallToolRequestSchema, ListToolsRequestSchema }] =
    await Promise.all([
      import('@modelcontextprotocol/sdk/server/mcp.js'),
      import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ])
  return { McpServer, StreamableHTTPServerTransport, CallToolRequestSchema, ListToolsRequestSchema }
}

export type Protocol = Awaited<ReturnType<typeof loadProtocol>>
