import { isJsonObject } from '../../../src/read-json.js'
import type { Payload } from '../pairs/pair.js'
import { varyExceptions, varyStacks, type Vary } from './stacks.js'

/* What makes another fault. */

/** Renames the newest function of the application, unless a library or a runtime may have named that frame. */
const renameNewest = varyStacks((frames) => {
  const failing = frames.findLast(({ isOwn }) => isOwn)?.frame
  const name = failing?.function
  const isNamed = name !== undefined && /^\w{3,}$/.test(name) && !/^(?:main|MoveNext|scene)$/i.test(name)
  if (!isNamed || failing?.context_line?.includes(name) === true) return undefined
  return frames.map(({ frame }) => (frame.function === name ? { ...frame, function: 'settleInvoices' } : frame))
})

/** Renames the failing function, but not the one that reported a wrapped Go error. */
const renameFailing: Vary = (payload) =>
  /"type":"\*(?:fmt\.wrapError|errors\.joinError)/.test(JSON.stringify(payload['exception'] ?? ''))
    ? undefined
    : renameNewest(payload)

/** True for what the words of a message identify, wherever it was logged, except for Go's panics. */
function isMessage({ logentry, message, level }: Payload): boolean {
  return logentry !== undefined || (message !== undefined && level !== 'fatal')
}

/** By what differs. */
export const contrasts: Readonly<Record<string, Vary>> = {
  'another type': varyExceptions((exceptions) =>
    exceptions.some(({ type, mechanism }) => type === undefined || type === '' || mechanism?.synthetic === true)
      ? undefined
      : exceptions.map((one) => ({ ...one, type: 'QuotaExceeded' })),
  ),
  'another function that fails': (payload) => (isMessage(payload) ? undefined : renameFailing(payload)),
  'other words of a message': (payload) => {
    if (payload['fingerprint'] !== undefined || payload['exception'] !== undefined || payload['threads'] !== undefined)
      return undefined
    const text = 'the nightly export was refused'
    if (typeof payload['message'] === 'string') return { ...payload, message: text }
    return isJsonObject(payload['logentry']) ? { ...payload, logentry: { message: text } } : undefined
  },
}
