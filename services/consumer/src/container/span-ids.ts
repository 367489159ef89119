const traceId = /^[0-9a-f]{32}$/
const spanId = /^[0-9a-f]{16}$/
const noSpan = '0'.repeat(16)

/** @returns 32 lower-case hex digits, or undefined if the value isn't a trace id. */
export function readTraceId(value: unknown): string | undefined {
  return readId(value, traceId)
}

/** @returns 16 lower-case hex digits, or undefined if the value isn't a span id. */
export function readSpanId(value: unknown): string | undefined {
  return readId(value, spanId)
}

/**
 * @returns The empty text for spans without a parent: absent, null, empty or all zeros. Undefined if it isn't an id.
 */
export function readParentSpanId(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') {
    return ''
  }
  const id = readSpanId(value)
  return id === noSpan ? '' : id
}

function readId(value: unknown, form: RegExp): string | undefined {
  if (typeof value !== 'string') {
    return undefined
  }
  const id = value.toLowerCase()
  return form.test(id) ? id : undefined
}
