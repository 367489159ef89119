/** Rejects with the signal's reason as soon as it aborts, even if the work hasn't settled. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stopWaiting = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stopWaiting = () => {
      reject(toError(signal.reason))
    }
    signal.addEventListener('abort', stopWaiting, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stopWaiting)
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
