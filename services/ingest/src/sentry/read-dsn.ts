/** The parts of a DSN that identify a project; scheme, host and path vary behind proxies and are ignored. */
export interface Dsn {
  publicKey: string
  projectNumber: string
}

const dsnLengthMax = 2_048
const dsnForm = /^https?:\/\/([^:@/?#]+)(?::[^@/?#]*)?@[^@/?#]+(?:\/[^?#]*)?\/(\d{1,20})\/?$/i

/** @returns undefined if the text is not a DSN. */
export function readDsn(text: string): Dsn | undefined {
  const match = text.length > dsnLengthMax ? null : dsnForm.exec(text)
  const [, publicKey, projectNumber] = match ?? []
  if (publicKey === undefined || projectNumber === undefined) return undefined
  return { publicKey, projectNumber }
}
