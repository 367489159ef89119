import { limits } from '@signalbox/contracts'
import { readBlockedSource, type BlockedSource } from './blocked-source.js'
import { createReportReader, type ReportReader, type SecurityReport } from './security-report.js'

/** Parts of an event derived from a report. */
export interface ReportDescription {
  message: string
  culprit: string
  tags: Record<string, string>
  /** Parts that are equal for reports of one issue. */
  fingerprint: string[]
  /** Address of the page; empty if unknown. */
  pageUrl: string
  /** Address of the previous page; empty if unknown. */
  referrer: string
}

/** @returns undefined if the report has no subject: no directive, or no host. */
export function describeReport({ type, fields }: SecurityReport): ReportDescription | undefined {
  const read = createReportReader(fields)
  return type === 'csp' ? describeViolation(read) : describeCertificate(type, read)
}

const directiveForm = /^[a-z][a-z-]{1,39}$/

/** Directives of one kind differ in granularity: their variants for elements and attributes are merged. */
const directiveSuffix = /-(?:src|src-elem|src-attr)$/
const directiveWords = new Map([
  ['img', 'image'],
  ['base-uri', 'base URI'],
  ['form-action', 'form action'],
  ['frame-ancestors', 'frame ancestor'],
])

function describeViolation(read: ReportReader): ReportDescription | undefined {
  const directive = readDirective(read)
  if (directive === undefined) return undefined
  const blocked = read('blocked-uri', 'blocked-url')
  const pageUrl = read('document-uri', 'document-url')
  const source = readBlockedSource(blocked, pageUrl)
  const stem = directive.replace(directiveSuffix, '')
  return {
    message: describeBlocked(directiveWords.get(stem) ?? stem, source),
    culprit: directive,
    tags: { 'effective-directive': directive, 'blocked-uri': toTag(blocked) || source.name },
    fingerprint: ['csp', directive, source.name],
    pageUrl,
    referrer: read('referrer'),
  }
}

/** Older browsers report the directive with its sources: `script-src 'self'`. */
function readDirective(read: ReportReader): string | undefined {
  const [directive = ''] = read('effective-directive', 'violated-directive').toLowerCase().split(/\s/, 1)
  return directiveForm.test(directive) ? directive : undefined
}

function describeBlocked(what: string, { name, isInPage }: BlockedSource): string {
  return isInPage ? `Blocked ${name} '${what}'` : `Blocked '${what}' from '${name}'`
}

/** Query and fragment vary and may contain secrets. */
function toTag(address: string): string {
  const [text = ''] = address.split(/[?#]/, 1)
  const scheme = /^(?:data|blob):/i.exec(text)?.[0]
  return (scheme ?? text).slice(0, limits.event.tagValueLengthMax)
}

const certificateMessages = {
  expectct: 'Expect-CT failed',
  expectstaple: 'Expect-Staple failed',
  hpkp: 'Public key pinning validation failed',
} as const

function describeCertificate(
  type: keyof typeof certificateMessages,
  read: ReportReader,
): ReportDescription | undefined {
  const host = read('hostname').toLowerCase().slice(0, limits.event.tagValueLengthMax)
  if (host === '') return undefined
  return {
    message: `${certificateMessages[type]} for '${host}'`,
    culprit: host,
    tags: { hostname: host },
    fingerprint: [type, host],
    pageUrl: '',
    referrer: '',
  }
}
