/** An operating system error as reported by Node. */
interface SystemFailure extends Error {
  code: string
  port?: unknown
  address?: unknown
}

const isSystemFailure = (error: unknown): error is SystemFailure =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/**
 * Explains in one sentence, without a stack trace, why a process could not start: each distinct cause, outermost first.
 */
export function explainStartFailure(error: unknown): string {
  const reasons = listCauses(error).map(explain)
  return reasons.filter((reason, index) => !reasons.slice(0, index).some((said) => said.includes(reason))).join(': ')
}

function listCauses(error: unknown): unknown[] {
  const causes: unknown[] = []
  for (let cause = error; cause !== undefined && causes.length < 8;) {
    causes.push(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return causes
}

function explain(error: unknown): string {
  if (!isSystemFailure(error)) return error instanceof Error ? error.message : String(error)
  const address = `${String(error.address)}:${String(error.port)}`
  if (error.code === 'EADDRINUSE') {
    return (
      `${address} is already in use; stop the other program, or set SIGNALBOX_PORT or SIGNALBOX_ADMIN_PORT to ` +
      'another port'
    )
  }
  if (error.code === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine; set SIGNALBOX_HOST to one that is`
  if (error.code === 'EACCES' && error.port !== undefined) {
    return `this user is not permitted to listen on ${address}; set SIGNALBOX_PORT to 1024 or higher`
  }
  return error.message
}
