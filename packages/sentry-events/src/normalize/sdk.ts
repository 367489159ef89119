import { isJsonObject } from '../read-json.js'
import type { NormalSdk } from '../normal-event.js'
import { readText, readValues } from './read-field.js'

const nameLengthMax = 100
const listedMax = 100

/** Prefix of a client name such as `raven-node/2.6.4`. */
const clientForm = /^([\w.@:+-]{1,100})(?:\/([\w.+-]{1,100}))?/
const sdkAgent = /^(?:sentry|raven)/i

/** Sources of the SDK's name, best first. */
export interface SdkSources {
  payload: unknown
  /** `{name, version}` of the envelope, or the client's name as text. */
  envelope: unknown
  userAgent: string | undefined
}

/** Name and version come from the same source; empty if no source has them. */
export function readSdk({ payload, envelope, userAgent }: SdkSources): NormalSdk {
  const named = [payload, envelope].map(readIdentity).find(({ name }) => name !== '') ?? readAgent(userAgent)
  const fields = isJsonObject(payload) ? payload : {}
  const inferIp = isJsonObject(fields['settings']) ? fields['settings']['infer_ip'] : undefined
  return {
    ...named,
    integrations: readValues(fields['integrations'])
      .slice(0, listedMax)
      .map((name) => readText(name, nameLengthMax))
      .filter((name) => name !== ''),
    packages: readValues(fields['packages'])
      .slice(0, listedMax)
      .map(readIdentity)
      .filter(({ name }) => name !== ''),
    inferIp: inferIp === 'auto' || inferIp === 'never' ? inferIp : '',
  }
}

interface Identity {
  name: string
  version: string
}

function readIdentity(value: unknown): Identity {
  if (typeof value === 'string') {
    const [, name = '', version = ''] = clientForm.exec(value) ?? []
    return { name, version }
  }
  if (!isJsonObject(value)) return { name: '', version: '' }
  return { name: readText(value['name'], nameLengthMax), version: readText(value['version'], nameLengthMax) }
}

/** A browser's user agent says nothing about the SDK. */
function readAgent(userAgent: string | undefined): Identity {
  return readIdentity(userAgent !== undefined && sdkAgent.test(userAgent) ? userAgent : undefined)
}
