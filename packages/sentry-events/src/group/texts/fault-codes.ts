import { remember } from '../../remember.js'
import { outageOf } from './outage.js'
import { failureCodesOf, spell } from './plain-text.js'

const names =
  'ACCES|PERM|NOENT|EXIST|ISDIR|NOTDIR|NOTEMPTY|MFILE|NOSPC|PIPE|ROFS|BUSY|CONNREFUSED|CONNRESET|CONNABORTED|NOTCONN|' +
  'TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|ADDRINUSE|ADDRNOTAVAIL|NOTFOUND|AI_AGAIN|PROTO'
const systemError = new RegExp(String.raw`\bE(?:${names})\b`, 'g')

/** An HTTP status after words that could also introduce other numbers, so only failure statuses are recognized. */
const statusInText =
  /(?:(?:\b(?:said|says|sent|error|code)|[-=]>) ?|\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S{1,300}[: ] ?)(4\d\d|5\d\d)(?=$|[\s);:]|[.,](?!\d))/g

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

/** A number before the name of an HTTP status that has another number: `order 213 not found`. */
const misnamed =
  /(?<![\w.-])(?!400 \(?bad|401 \(?una|402 \(?pay|403 \(?for|404 \(?not|405 \(?met|406 \(?not|408 \(?req|409 \(?con|410 \(?gon|422 \(?unp|429 \(?too|500 \(?int|501 \(?not|502 \(?bad|503 \(?ser|504 \(?gat|4\d\d \(?cli|5\d\d \(?ser)[1-5]\d\d(?= \(?(?:bad request|unauthorized|payment required|forbidden|not found|method not allowed|not acceptable|request timeout|conflict|gone|unprocessable|too many requests|internal server error|not implemented|bad gateway|service unavailable|gateway timeout|client error|server error)\b)/gi

/** Replaces ids that look like an HTTP status because of the words after them. */
export function withoutMisnamedStatus(text: string): string {
  return /[1-5]\d\d \(?[a-z]/i.test(text) ? text.replace(misnamed, '0') : text
}

const known = remember<string>(1_024, 512)

/** Numbers of network errors on macOS and Windows, by those of Linux. */
const numbersOnLinux = new Map([
  ['61', '111'],
  ['60', '110'],
  ['54', '104'],
  ['65', '113'],
  ['51', '101'],
  ['48', '98'],
  ['10061', '111'],
  ['10060', '110'],
  ['10054', '104'],
  ['10065', '113'],
  ['10051', '101'],
  ['10048', '98'],
])
const errorNumber = /\b(errno|os error)([\s:=]{1,3})(\d{2,5})\b/gi
const mayBeNetwork = /errno|os error/i

/** Numbers of network errors as Linux has them: each system has its own. */
export function withLinuxNumbers(text: string): string {
  if (!mayBeNetwork.test(text)) return text
  return text.replace(
    errorNumber,
    (_, name: string, sign: string, number: string) => `${name}${sign}${numbersOnLinux.get(number) ?? number}`,
  )
}

/** All failure codes in a text: HTTP and SQL states, exit codes, system errors and how something outside failed. */
export function faultCodesOf(text: string): string {
  return known(text, () =>
    joinTexts(failureCodesOf(withLinuxNumbers(withoutMisnamedStatus(text))), systemErrorsOf(text), outageOf(text)),
  )
}

/** Joins what was found, without empty texts. */
export function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ')
}

/** How Node describes a failed system call; newer SDKs omit the paths. */
const failedCall = /^(E[A-Z]{2,20}: [^,']{1,100}, [a-z]{2,20}) '[^']{1,1000}'(?: -> '[^']{1,1000}')?$/

/** Removes the paths that Node appends to a system error. */
export function withoutCalledPaths(text: string): string {
  return failedCall.exec(text)?.[1] ?? text
}
