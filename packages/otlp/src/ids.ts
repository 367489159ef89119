const traceIdForm = /^(?!0{32})[0-9a-f]{32}$/
const spanIdForm = /^(?!0{16})[0-9a-f]{16}$/

/** True for a trace id: 16 bytes, not all zero, in lower-case hex digits. */
export function isTraceId(id: string): boolean {
  return traceIdForm.test(id)
}

/** True for a span id: 8 bytes, not all zero, in lower-case hex digits. */
export function isSpanId(id: string): boolean {
  return spanIdForm.test(id)
}
