import bowser from 'bowser'
import type { JsonObject, NormalRequest } from '../normal-event.js'
import { remember } from '../remember.js'

const agentLengthMax = 1_024
const hintLengthMax = 512
const rememberAgents = remember<bowser.Parser.ParsedResult>(500, agentLengthMax)

interface ClientSources {
  platform: string
  request: NormalRequest | undefined
  /** User agent of the sender. */
  userAgent: string | undefined
}

type Contexts = Record<string, JsonObject>

/**
 * Adds missing `browser`, `os` and `device` contexts to page events: from the request's client hints and user agent, or
 * from the sender's user agent.
 */
export function addClientContexts(contexts: Contexts, { platform, request, userAgent }: ClientSources): Contexts {
  const headers = request?.headers ?? {}
  const agent = (headers['User-Agent'] ?? userAgent ?? '').trim().slice(0, agentLengthMax)
  if (platform !== 'javascript' || agent === '') return contexts
  const client = rememberAgents(agent, () => bowser.parse(agent))
  const hinted = readHints(headers)
  const found: Contexts = {
    browser: named(hinted.browser ?? client.browser),
    os: named(hinted.os ?? { name: client.os.name, version: client.os.versionName ?? client.os.version }),
    device: withoutAbsent({
      model: hinted.model ?? client.platform.model,
      brand: client.platform.vendor,
      family: client.platform.model,
      device_type: client.platform.type,
    }),
  }
  const added = Object.entries(found).filter(
    ([name, context]) => !Object.hasOwn(contexts, name) && Object.keys(context).length > 0,
  )
  if (added.length === 0) return contexts
  return { ...contexts, ...Object.fromEntries(added.map(([name, context]) => [name, { ...context, type: name }])) }
}

interface Product {
  name?: string | undefined
  version?: string | undefined
}

/** Without a name, nothing is known. */
function named({ name, version }: Product): JsonObject {
  return name === undefined || name === '' ? {} : withoutAbsent({ name, version })
}

function withoutAbsent(fields: Record<string, string | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
}

interface Hints {
  browser: Product | undefined
  os: Product | undefined
  model: string | undefined
}

/** Reads `Sec-CH-UA` and related headers, which newer browsers send along with a shortened user agent. */
function readHints(headers: Readonly<Record<string, string>>): Hints {
  const platform = readQuoted(headers['Sec-Ch-Ua-Platform'])
  const version = readQuoted(headers['Sec-Ch-Ua-Platform-Version'])
  return {
    browser: readBrands(headers['Sec-Ch-Ua-Full-Version-List'] ?? headers['Sec-Ch-Ua'] ?? ''),
    os: platform === undefined || version === undefined ? undefined : { name: platform, version },
    model: readQuoted(headers['Sec-Ch-Ua-Model']),
  }
}

function readQuoted(value: string | undefined): string | undefined {
  const text = value?.slice(0, hintLengthMax).replaceAll('"', '').trim() ?? ''
  return text === '' ? undefined : text
}

const brandForm = /^"([^"]+)"; ?v="([^"]*)"$/

/** One of the listed brands is deliberately fake, and the engine is listed next to the browser. */
function readBrands(list: string): Product | undefined {
  const brands = list
    .slice(0, hintLengthMax)
    .split(',')
    .map((brand) => brandForm.exec(brand.trim()))
    .map((match) => ({ name: match?.[1] ?? '', version: match?.[2] ?? '' }))
    .filter(({ name }) => name !== '' && !/not.{0,3}a.{0,3}brand/i.test(name))
  return brands.find(({ name }) => name !== 'Chromium') ?? brands[0]
}
