import type { FilterSettings, OutcomeReason } from '@signalbox/contracts'
import type { NormalEvent } from '../normal-event.js'
import { isExtensionError } from './browser-extensions.js'
import { createGlobs } from './glob.js'
import { isLoopbackUrl, isOfLoopback } from './loopback.js'
import { createNetworks } from './networks.js'
import { isCrawler, isLegacyBrowser } from './user-agents.js'

/** Sender of an event, as far as the request reveals it. */
export interface EventSender {
  clientIp: string | undefined
  userAgent: string | undefined
}

/** Decides which events to drop, from a project's settings. Pure; the first matching rule wins. */
export interface InboundFilter {
  /** @returns why an error is dropped; undefined if it is accepted. */
  findReason(event: NormalEvent, sender: EventSender): OutcomeReason | undefined
  /** Like `findReason`, for items other than errors: checks the address, release, page and user agent. */
  findItemReason(item: { release: string; pageUrl: string }, sender: EventSender): OutcomeReason | undefined
}

/** Values the rules match against. */
interface Subject {
  release: string
  clientIp: string | undefined
  /** User agent from the event, otherwise from the sender; empty if unknown. */
  userAgent: string
  isLocal: () => boolean
  /** URL of the page; empty if unknown. */
  pageUrl: string
  event: NormalEvent | undefined
}

interface Rule {
  reason: OutcomeReason
  applies: (subject: Subject) => boolean
}

/** Compiles the settings once for many events. Invalid patterns match nothing. */
export function createInboundFilter(settings: FilterSettings): InboundFilter {
  const rules = compileRules(settings)
  const find = (subject: Subject) => rules.find(({ applies }) => applies(subject))?.reason
  return {
    findReason: (event, { clientIp, userAgent }) =>
      find({
        event,
        release: event.release,
        clientIp,
        userAgent: event.request?.headers['User-Agent'] ?? userAgent ?? '',
        isLocal: () => isOfLoopback(event),
        pageUrl: event.request?.url ?? '',
      }),
    findItemReason: ({ release, pageUrl }, { clientIp, userAgent = '' }) =>
      find({ release, clientIp, userAgent, isLocal: () => isLoopbackUrl(pageUrl), pageUrl, event: undefined }),
  }
}

/** Returns the enabled rules, cheapest first. */
function compileRules(settings: FilterSettings): Rule[] {
  const isListedAddress = createNetworks(settings.ip_addresses)
  const isListedRelease = createGlobs(settings.releases)
  const isListedMessage = createGlobs(settings.error_messages)
  const isListedOrigin = createGlobs(settings.origins)
  const rules: (Rule & { isOn: boolean })[] = [
    {
      isOn: settings.ip_addresses.length > 0,
      reason: 'filtered_ip_address',
      applies: ({ clientIp }) => isListedAddress(clientIp),
    },
    {
      isOn: settings.releases.length > 0,
      reason: 'filtered_release',
      applies: ({ release }) => release !== '' && isListedRelease(release),
    },
    {
      isOn: settings.origins.length > 0,
      reason: 'filtered_origin',
      applies: ({ pageUrl }) => originsOf(pageUrl).some(isListedOrigin),
    },
    {
      isOn: settings.error_messages.length > 0,
      reason: 'filtered_error_message',
      applies: ({ event }) => event !== undefined && messagesOf(event).some(isListedMessage),
    },
    {
      isOn: settings.browser_extensions,
      reason: 'filtered_browser_extension',
      applies: ({ event }) => event !== undefined && isExtensionError(event),
    },
    { isOn: settings.localhost, reason: 'filtered_localhost', applies: ({ isLocal }) => isLocal() },
    {
      isOn: settings.legacy_browsers,
      reason: 'filtered_legacy_browser',
      applies: ({ userAgent }) => isLegacyBrowser(userAgent),
    },
    {
      isOn: settings.web_crawlers,
      reason: 'filtered_web_crawler',
      applies: ({ userAgent }) => isCrawler(userAgent),
    },
  ]
  return rules.filter(({ isOn }) => isOn)
}

/** Ways a pattern may spell a page's origin; none if the text is not a URL. */
function originsOf(pageUrl: string): string[] {
  if (!URL.canParse(pageUrl)) return []
  const { origin, host, hostname } = new URL(pageUrl)
  return [origin, host, hostname]
}

/** The message, and each exception's value with and without its type. */
function messagesOf({ logentry, exceptions }: NormalEvent): string[] {
  const values = exceptions.flatMap(({ type, value }) => [type === '' ? value : `${type}: ${value}`, value])
  return [logentry?.formatted ?? '', ...values].filter((message) => message !== '')
}
