/** A file of an upload. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array | string
}

/** Metadata of an upload. */
export interface UploadFields {
  release?: string | undefined
  dist?: string | undefined
  url_prefix?: string | undefined
}

/**
 * Uploads files through the API, without a tool.
 * @throws Error if they are refused.
 */
export async function uploadSourceMaps(
  { url, apiKey, project: own }: { url: string; apiKey: string; project: { number: number } },
  files: readonly UploadedFile[],
  { project = own, ...fields }: UploadFields & { project?: { number: number } } = {},
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  for (const { name, bytes } of files) {
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  }
  const path = `/api/v1/telemetry/projects/${project.number}/source-maps/`
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await fetch(url + path, { method: 'POST', headers, body: form })
  if (answer.status !== 201) throw new Error(`the files got status ${answer.status}: ${await answer.text()}`)
}
