/**
 * The DSN of a project: `<scheme>://<public key>@<host>[:port][/path]/<number>`.
 * @param publicUrl Address under which SDKs reach ingest; may have a path.
 */
export function createDsn(publicUrl: string, publicKey: string, projectNumber: number): string {
  const { protocol, host, pathname } = new URL(publicUrl)
  return `${protocol}//${publicKey}@${host}${pathname.replace(/\/+$/, '')}/${projectNumber}`
}
