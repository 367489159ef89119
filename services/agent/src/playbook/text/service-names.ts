import { splitWords } from './words.js'

/** What names of services end in without being told apart by it. */
const roleWords = new Set(['service', 'svc', 'server', 'app', 'srv'])

/** Folders that hold code of many services. */
const sharedFolders = new Set(
  'pkg internal lib libs common shared core platform packages vendor db migrations sql proto'.split(' '),
)

/** A service's name without what only says that it is a service: `paymentservice` and `payment-svc` are `payment`. */
export function bareServiceName(service: string): string {
  const words = splitWords(service).map((word) => word.replace(/(?<=.{2})(service|svc)$/, ''))
  const telling = words.filter((word) => !roleWords.has(word))
  return (telling.length > 0 ? telling : words).join('-')
}

/** Whether a folder or file of the path is named like the service. */
export function pathNamesService(path: string, service: string): boolean {
  const bare = bareServiceName(service)
  return path.split('/').some((segment) => bareServiceName(segment.replace(/\.[a-z0-9.]+$/i, '')) === bare)
}

/** @returns whether a text speaks of the service by name. */
export function createNameFinder(service: string): (text: string) => boolean {
  const bare = bareServiceName(service)
  const named = new RegExp(`(^|[^a-z0-9])(${escape(service)}|${escape(bare)})([^a-z0-9-]|$)`, 'i')
  return (text) => bare.length > 2 && named.test(text)
}

/** Whether the path lies in code that several services are built from. */
export function isSharedPath(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => sharedFolders.has(folder))
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
