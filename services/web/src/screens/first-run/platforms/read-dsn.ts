/** A DSN's parts: origin, project number and key. */
export function readDsn(dsn: string): { origin: string; number: string; publicKey: string } {
  const url = new URL(dsn)
  const path = url.pathname.split('/')
  const number = path.pop() ?? ''
  return { origin: `${url.protocol}//${url.host}${path.join('/')}`, number, publicKey: url.username }
}
