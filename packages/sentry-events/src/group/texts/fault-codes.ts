import { remember } from '../../remember.js'
import { failureCodesOf, spell } from './plain-text.js'

const names =
  'ACCES|PERM|NOENT|EXIST|ISDIR|NOTDIR|NOTEMPTY|MFILE|NOSPC|PIPE|ROFS|BUSY|CONNREFUSED|CONNRESET|CONNABORTED|NOTCONN|' +
  'TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRINUSE|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO'
const systemError = new RegExp(String.raw`\bE(?:${names})\b`, 'g')

/** An HTTP status after words that could also introduce other numbers, so only failure statuses are recognized. */
const statusInText = /(?:\b(?:said|says|sent|error|code)|[-=]>) ?(4\d\d|5\d\d)(?=$|[\s),.;])/g

/** What curl could not do. */
const curlError = /\bcURL error (\d{1,3})\b/g

const mayBeNamed = /\bE[A-Z_]{3}|[45]\d\d|cURL error/

/** Operating system error names in a text, such as `ENOENT`, and HTTP statuses not labeled as such. */
function systemErrorsOf(text: string): string {
  if (!mayBeNamed.test(text)) return ''
  const states = [...text.matchAll(statusInText)].map(([, state = '']) => (state.startsWith('5') ? '5xx' : state))
  const curl = [...text.matchAll(curlError)].map(([, number = '']) => `curl ${spell(number)}`)
  return [...new Set([...(text.match(systemError) ?? []), ...states, ...curl])].join(' ')
}

const known = remember<string>(1_024, 512)

/** All failure codes in a text: HTTP and SQL states, exit codes and system errors. */
export function faultCodesOf(text: string): string {
  return known(text, () => `${failureCodesOf(text)} ${systemErrorsOf(text)}`.trim())
}

/** How Node describes a failed system call; newer SDKs omit the paths. */
const failedCall = /^(E[A-Z]{2,20}: [^,']{1,100}, [a-z]{2,20}) '[^']{1,1000}'(?: -> '[^']{1,1000}')?$/

/** Removes the paths that Node appends to a system error. */
export function withoutCalledPaths(text: string): string {
  return failedCall.exec(text)?.[1] ?? text
}
