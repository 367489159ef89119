import { isIP } from 'node:net'
import type { NormalEvent, NormalFrame } from '../normal-event.js'

const urlLengthMax = 2_048
const httpForm = /^https?:\/\//i

/** True if a page or script was served from the machine the browser runs on. */
export function isLoopbackUrl(url: string): boolean {
  if (!httpForm.test(url) || !URL.canParse(url.slice(0, urlLengthMax))) return false
  const host = new URL(url.slice(0, urlLengthMax)).hostname.toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

function isLoopbackAddress(host: string): boolean {
  return host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** True if an event comes from a loopback page: judged by its request or, for page scripts, by its frames. */
export function isOfLoopback({ request, platform, exceptions, stacktrace }: NormalEvent): boolean {
  if (isLoopbackUrl(request?.url ?? '')) return true
  const stacks = [stacktrace, ...exceptions.map((exception) => exception.stacktrace)]
  return platform === 'javascript' && stacks.some((stack) => stack?.frames.some(isLoopbackFrame))
}

function isLoopbackFrame({ absPath }: NormalFrame): boolean {
  return isLoopbackUrl(absPath)
}
