const traceIdForm = /^(?!0{32})[0-9a-f]{32}$/
const spanIdForm = /^(?!0{16})[0-9a-f]{16}$/

/** Whether it is the id of a trace: 16 bytes that are not all zero, in lower-case hex digits. */
export function isTraceId(id: string): boolean {
  return traceIdForm.test(id)
}

/** Whether it is the id of a span: 8 bytes that are not all zero, in lower-case hex digits. */
export function isSpanId(id: string): boolean {
  return spanIdForm.test(id)
}
