import { remember } from '../../remember.js'
import { failureCodesOf } from './plain-text.js'

const names =
  'ACCES|PERM|NOENT|EXIST|ISDIR|NOTDIR|NOTEMPTY|MFILE|NOSPC|PIPE|ROFS|BUSY|CONNREFUSED|CONNRESET|CONNABORTED|NOTCONN|' +
  'TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRINUSE|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO'
const systemError = new RegExp(String.raw`\bE(?:${names})\b`, 'g')

/** A state of HTTP in words that may as well be of other numbers, so that only those of failures are read as one. */
const saidState = /(?:\b(?:said|says|sent|error|code)|[-=]>) ?(4\d\d|5\d\d)(?=$|[\s),.;])/g

const mayBeNamed = /\bE[A-Z_]{3}|[45]\d\d/

/** The names of errors of an operating system in a text, such as `ENOENT`, and states of HTTP that are not called so. */
function systemErrorsOf(text: string): string {
  if (!mayBeNamed.test(text)) return ''
  const states = [...text.matchAll(saidState)].map(([, state = '']) => (state.startsWith('5') ? '5xx' : state))
  return [...new Set([...(text.match(systemError) ?? []), ...states])].join(' ')
}

const known = remember<string>(1_024, 512)

/** All that names a kind of failure in a text: states of HTTP and SQL, codes of exits, errors of the system. */
export function faultCodesOf(text: string): string {
  return known(text, () => `${failureCodesOf(text)} ${systemErrorsOf(text)}`.trim())
}

/** How Node describes a call of the system that failed; newer SDKs leave the paths out. */
const failedCall = /^(E[A-Z]{2,20}: [^,']{1,100}, [a-z]{2,20}) '[^']{1,1000}'(?: -> '[^']{1,1000}')?$/

/** A text without the paths that Node adds to what the system said. */
export function withoutCalledPaths(text: string): string {
  return failedCall.exec(text)?.[1] ?? text
}
