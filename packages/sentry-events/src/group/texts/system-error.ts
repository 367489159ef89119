const names =
  'ACCES|PERM|NOENT|EXIST|ISDIR|NOTDIR|NOTEMPTY|MFILE|NOSPC|PIPE|ROFS|BUSY|CONNREFUSED|CONNRESET|CONNABORTED|NOTCONN|' +
  'TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRINUSE|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO'
const systemError = new RegExp(String.raw`\bE(?:${names})\b`, 'g')

/** The names of errors of an operating system in a text, such as `ENOENT`. */
export function systemErrorsOf(text: string): string {
  return [...new Set(text.match(systemError))].join(' ')
}

/** How Node describes a call of the system that failed; newer SDKs leave the paths out. */
const failedCall = /^(E[A-Z]{2,20}: [^,']{1,100}, [a-z]{2,20}) '[^']{1,1000}'(?: -> '[^']{1,1000}')?$/

/** A text without the paths that Node adds to what the system said. */
export function withoutCalledPaths(text: string): string {
  return failedCall.exec(text)?.[1] ?? text
}
