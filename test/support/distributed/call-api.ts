/** A service's response; the body is parsed JSON, undefined if there is none. */
export interface ApiResponse {
  status: number
  headers: Headers
  body: unknown
}

export interface ApiCall {
  method: string
  path: string
  body?: unknown
  apiKey: string
}

/** Calls a service's API. Rejects if there is no response. */
export async function callApi(url: string, { method, path, body, apiKey }: ApiCall): Promise<ApiResponse> {
  const res = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await res.text()
  return { status: res.status, headers: res.headers, body: text === '' ? undefined : JSON.parse(text) }
}
