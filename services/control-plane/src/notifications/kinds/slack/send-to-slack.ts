import type { OutboundAnswer, OutboundClient } from '@signalbox/service-kit'
import type { ChannelTarget } from '../../channels/channel-settings.js'
import { toLine } from '../../messages/cut-text.js'
import { failed, failedBy, failedWithout, type SendOutcome } from '../../delivery/send-outcome.js'
import type { Sending } from '../../delivery/sending.js'

type BotTarget = Extract<ChannelTarget, { kind: 'slack-bot' }>
type WebhookTarget = Extract<ChannelTarget, { kind: 'slack-webhook' }>

/** Statuses of an incoming webhook that is gone, closed, or does not understand: asking again changes nothing. */
const finalStatuses = [400, 403, 404, 410]

/** Errors of the Web API after which only people can help. */
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
/** Slack does not look for links in what is shown, nor for names in texts. */
const asWritten = { unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none' }

/** Posts to an incoming webhook, which answers 200 and `ok`. */
export async function sendBySlackWebhook(
  outbound: OutboundClient,
  { url }: WebhookTarget,
  { message, now, signal }: Sending,
): Promise<SendOutcome> {
  try {
    const body = JSON.stringify({ ...message.toSlack(), unfurl_links: false, unfurl_media: false })
    const answer = await outbound.send({ url, method: 'POST', headers: json, body, signal })
    const detail = describe(answer)
    if (answer.status === 200) return { isDelivered: true, detail }
    return { ...failedBy(answer, detail, now), isFinal: finalStatuses.includes(answer.status) }
  } catch (error) {
    return failedWithout(error)
  }
}

/** Posts as a bot, by `chat.postMessage`, which answers 200 whatever became of it: the body says. */
export async function sendByBot(outbound: OutboundClient, target: BotTarget, sending: Sending): Promise<SendOutcome> {
  const { channel, botToken, apiUrl } = target
  const { message, now, signal } = sending
  try {
    const answer = await outbound.send({
      url: `${apiUrl.replace(/\/+$/, '')}/chat.postMessage`,
      method: 'POST',
      headers: json,
      secretHeaders: { authorization: `Bearer ${botToken}` },
      body: JSON.stringify({ channel, ...message.toSlack(), ...asWritten }),
      signal,
    })
    return judge(answer, now)
  } catch (error) {
    return failedWithout(error)
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }

function judge(answer: OutboundAnswer, now: number): SendOutcome {
  if (answer.status !== 200) return failedBy(answer, describe(answer), now)
  const result = readResult(answer)
  // A body that broke off would have said what became of it.
  if (result === undefined) return failed('Slack answered nothing that can be read', { mayHaveArrived: true })
  if (result.isOk) return { isDelivered: true, detail: 'Slack took it' }
  const detail = `Slack says ${toLine(result.error, detailLengthMax)}`
  return { ...failedBy(answer, detail, now), isFinal: finalErrors.includes(result.error) }
}

function readResult({ body, isWhole }: OutboundAnswer): { isOk: boolean; error: string } | undefined {
  if (!isWhole) return undefined
  try {
    const result: unknown = JSON.parse(body)
    if (typeof result !== 'object' || result === null || !('ok' in result)) return undefined
    return { isOk: result.ok === true, error: 'error' in result ? String(result.error) : 'nothing' }
  } catch {
    return undefined
  }
}

function describe({ status, body }: OutboundAnswer): string {
  const said = toLine(body, detailLengthMax)
  return said === '' ? `Slack answered ${status}` : `Slack answered ${status}: ${said}`
}
