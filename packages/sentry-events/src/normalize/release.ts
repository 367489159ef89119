import { limits } from '@signalbox/contracts'
import { readScalar } from './read-field.js'

const { releaseLengthMax, environmentLengthMax } = limits.event

const releaseForbidden = /[\p{Cc}/\\]/u
const environmentForbidden = /[\p{Cc}/]/u
const releaseReserved = new Set(['.', '..', 'latest'])

/** @returns the empty text when absent or not a name that a release may have. */
export function readRelease(value: unknown): string {
  const release = readScalar(value, releaseLengthMax).trim()
  return releaseForbidden.test(release) || releaseReserved.has(release.toLowerCase()) ? '' : release
}

/** @returns the empty text when absent or not a name that an environment may have. */
export function readEnvironment(value: unknown): string {
  const environment = readScalar(value, environmentLengthMax).trim()
  return environmentForbidden.test(environment) || environment.toLowerCase() === 'none' ? '' : environment
}
