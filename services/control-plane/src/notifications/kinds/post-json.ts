import type { OutboundAnswer } from '@signalbox/service-kit'
import type { DeliveryServices, Sending } from '../delivery/sending.js'
import { failedBy, failedWithout, type SendOutcome } from '../delivery/send-outcome.js'
import { toLine } from '../messages/to-line.js'

const detailLengthMax = 200

/** A request that posts JSON to an address that takes messages. */
export interface JsonPost {
  url: string
  body: unknown
  headers?: Readonly<Record<string, string>>
  /** Headers that no log may show. */
  secretHeaders?: Readonly<Record<string, string>>
  /** How the receiver is called where people read what it answered. */
  receiver: string
  /** Statuses after which asking again changes nothing: the address is gone, or does not understand. */
  finalStatuses: readonly number[]
  /** Reads an answer of success; by default any such status means that the message was taken. */
  judge?: (answer: OutboundAnswer, now: number) => SendOutcome
}

/** Posts a message. Any status of success means that it was taken, unless the receiver says more in its body. */
export async function postJson(
  { outbound }: Pick<DeliveryServices, 'outbound'>,
  { now, signal }: Pick<Sending, 'now' | 'signal'>,
  post: JsonPost,
): Promise<SendOutcome> {
  const { url, body, headers, secretHeaders, receiver, finalStatuses, judge } = post
  try {
    const answer = await outbound.send({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      ...(secretHeaders && { secretHeaders }),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal,
    })
    const detail = describe(receiver, answer)
    if (answer.status < 200 || answer.status >= 300) {
      return { ...failedBy(answer, detail, now), isFinal: finalStatuses.includes(answer.status) }
    }
    return judge === undefined ? { isDelivered: true, detail } : judge(answer, now)
  } catch (error) {
    return failedWithout(error)
  }
}

function describe(receiver: string, { status, body }: OutboundAnswer): string {
  const said = toLine(body, detailLengthMax)
  return said === '' ? `${receiver} answered ${status}` : `${receiver} answered ${status}: ${said}`
}
