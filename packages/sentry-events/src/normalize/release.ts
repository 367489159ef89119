import { limits } from '@signalbox/contracts'
import { readScalar } from './read-field.js'

const { releaseLengthMax, environmentLengthMax } = limits.event

const releaseForbidden = /[\p{Cc}/\\]/u
const environmentForbidden = /[\p{Cc}/]/u
const releaseReserved = new Set(['.', '..', 'latest'])

/** @returns the empty text if absent or not a valid release name. */
export function readRelease(value: unknown): string {
  const release = readScalar(value, releaseLengthMax).trim()
  return releaseForbidden.test(release) || releaseReserved.has(release.toLowerCase()) ? '' : release
}

/** @returns the empty text if absent or not a valid environment name. */
export function readEnvironment(value: unknown): string {
  const environment = readScalar(value, environmentLengthMax).trim()
  return environmentForbidden.test(environment) || environment.toLowerCase() === 'none' ? '' : environment
}
