/** The resource that a policy blocked. */
export interface BlockedSource {
  /** Equal for all reports of one issue: a host, `self`, a scheme such as `data:`, or a keyword such as `inline`. */
  name: string
  /** True for code in the page itself, which has no source. */
  isInPage: boolean
}

const inPageWords = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink'])
const schemeForm = /^[a-z][a-z0-9+.-]{0,30}$/
const nameLengthMax = 253

/**
 * Normalizes the blocked address of a report: path, query and port vary between reports, the host doesn't.
 * @param page Address of the page.
 */
export function readBlockedSource(blocked: string, page: string): BlockedSource {
  const text = blocked.toLowerCase()
  if (inPageWords.has(text)) return { name: text, isInPage: true }
  if (text === '' || text === 'self' || text === "'self'") return { name: 'self', isInPage: false }
  const { scheme, host } = splitAddress(text)
  if (host === '') return { name: scheme === '' ? text.slice(0, nameLengthMax) : `${scheme}:`, isInPage: false }
  return { name: host === splitAddress(page.toLowerCase()).host ? 'self' : host, isInPage: false }
}

interface Address {
  /** Empty if the text has none. */
  scheme: string
  /** Without port; empty for addresses without a host. */
  host: string
}

/** Browsers also report a bare scheme, `blob`, and a bare host, `evil.example`. */
function splitAddress(text: string): Address {
  const separator = text.indexOf('://')
  if (separator > 0 && schemeForm.test(text.slice(0, separator))) {
    return { scheme: text.slice(0, separator), host: hostOf(text.slice(separator + 3)) }
  }
  const colon = text.indexOf(':')
  const scheme = colon === -1 ? text : text.slice(0, colon)
  const isHost = scheme.includes('.') || /^\d/.test(text.slice(colon + 1))
  if (isHost && colon !== 0) return { scheme: '', host: hostOf(text) }
  return { scheme: schemeForm.test(scheme) ? scheme : '', host: '' }
}

function hostOf(authorityAndPath: string): string {
  const authority = authorityAndPath.slice(0, 2 * nameLengthMax).split(/[/?#\\]/, 1)[0] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const bare = host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : (host.split(':', 1)[0] ?? '')
  return bare.slice(0, nameLengthMax)
}
