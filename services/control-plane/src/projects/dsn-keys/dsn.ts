/**
 * Formats a project's DSN: `<scheme>://<public key>@<host>[:port][/path]/<number>`.
 * @param publicUrl URL at which SDKs reach ingest; may include a path.
 */
export function createDsn(publicUrl: string, publicKey: string, projectNumber: number): string {
  const { protocol, host, pathname } = new URL(publicUrl)
  return `${protocol}//${publicKey}@${host}${pathname.replace(/\/+$/, '')}/${projectNumber}`
}
