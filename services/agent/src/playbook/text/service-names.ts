import { splitWords } from './words.js'

/** Generic suffixes of service names. */
const roleWords = new Set(['service', 'svc', 'server', 'app', 'srv'])

/** Folders that contain code of many services. */
const sharedFolders = new Set(
  'pkg internal lib libs common shared core platform packages vendor db migrations sql proto'.split(' '),
)

/** A service's name without generic suffixes: `paymentservice` and `payment-svc` become `payment`. */
export function bareServiceName(service: string): string {
  const words = splitWords(service).map((word) => word.replace(/(?<=.{2})(service|svc)$/, ''))
  const telling = words.filter((word) => !roleWords.has(word))
  return (telling.length > 0 ? telling : words).join('-')
}

/** True if a folder or file of the path has the service's name. */
export function pathNamesService(path: string, service: string): boolean {
  const bare = bareServiceName(service)
  return path.split('/').some((segment) => bareServiceName(segment.replace(/\.[a-z0-9.]+$/i, '')) === bare)
}

/** @returns True if a text mentions the service by name. */
export function createNameFinder(service: string): (text: string) => boolean {
  const bare = bareServiceName(service)
  const named = new RegExp(`(^|[^a-z0-9])(${escape(service)}|${escape(bare)})([^a-z0-9-]|$)`, 'i')
  return (text) => bare.length > 2 && named.test(text)
}

/** True if the path is in code that several services are built from. */
export function isSharedPath(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => sharedFolders.has(folder))
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
