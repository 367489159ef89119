import { parseJsonObject } from '@signalbox/contracts'
import type { OutboundResponse } from '@signalbox/service-kit'
import type { DeliveryServices, Sending } from '../../delivery/sending.js'
import { failed, failedBy, type SendOutcome } from '../../delivery/send-outcome.js'
import { toLine } from '../../messages/to-line.js'
import type { ChannelSettings } from '../channel-type.js'
import { postJson } from '../post-json.js'
import { renderSlack } from './render-slack.js'

/** Base URL of Slack's Web API. */
const slackApiUrl = 'https://slack.com/api'

/** Statuses of an incoming webhook that is gone, closed, or does not understand: a retry is pointless. */
const finalStatuses = [400, 403, 404, 410]

/** Web API errors that only people can fix. */
const finalErrors = [
  'account_inactive',
  'as_user_not_supported',
  'channel_not_found',
  'ekm_access_denied',
  'invalid_auth',
  'invalid_blocks',
  'invalid_blocks_format',
  'is_archived',
  'missing_scope',
  'msg_too_long',
  'no_permission',
  'no_text',
  'not_authed',
  'not_in_channel',
  'restricted_action',
  'team_access_not_granted',
  'token_expired',
  'token_revoked',
]

const detailLengthMax = 200
/** Disables link previews. */
const withoutPreviews = { unfurl_links: false, unfurl_media: false }
const asWritten = { ...withoutPreviews, link_names: false, parse: 'none' }

/** Posts to an incoming webhook, which responds with 200 and `ok`, or as a bot. */
export function sendToSlack(
  services: DeliveryServices,
  settings: ChannelSettings,
  sending: Sending,
): Promise<SendOutcome> {
  const { webhook_url: url } = settings
  if (url === undefined) return sendAsBot(services, settings, sending)
  const body = { ...renderSlack(sending.message.content), ...withoutPreviews }
  return postJson(services, sending, { url, body, receiver: 'Slack', finalStatuses })
}

/** Uses `chat.postMessage`, which always responds with 200: the body holds the outcome. */
function sendAsBot(services: DeliveryServices, settings: ChannelSettings, sending: Sending): Promise<SendOutcome> {
  const { channel = '', bot_token: botToken = '', api_url: apiUrl = slackApiUrl } = settings
  return postJson(services, sending, {
    url: `${apiUrl.replace(/\/+$/, '')}/chat.postMessage`,
    secretHeaders: { authorization: `Bearer ${botToken}` },
    body: { channel, ...renderSlack(sending.message.content), ...asWritten },
    receiver: 'Slack',
    finalStatuses: [],
    interpret,
  })
}

function interpret(answer: OutboundResponse, now: number): SendOutcome {
  if (answer.status !== 200) return failedBy(answer, `Slack answered ${answer.status}`, now)
  const result = readResult(answer)
  // A truncated body would have held the outcome.
  if (result === undefined) return failed('Slack returned an unreadable response', { mayHaveArrived: true })
  if (result.isOk) return { isDelivered: true, detail: 'Slack accepted the message' }
  const detail = `Slack says ${toLine(result.error, detailLengthMax)}`
  return { ...failedBy(answer, detail, now), isFinal: finalErrors.includes(result.error) }
}

function readResult({ body, isComplete }: OutboundResponse): { isOk: boolean; error: string } | undefined {
  const result = isComplete ? parseJsonObject(body) : undefined
  if (result === undefined || !('ok' in result)) return undefined
  return { isOk: result['ok'] === true, error: 'error' in result ? String(result['error']) : 'nothing' }
}
