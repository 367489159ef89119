/** Loads the protocol's SDK. Loading is slow and most processes never need it, so the first message triggers it. */
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
