import type { OutboundResponse } from '@signalbox/service-kit'
import type { DeliveryServices, Sending } from '../delivery/sending.js'
import { failedBy, failedWithout, type SendOutcome } from '../delivery/send-outcome.js'
import { toLine } from '../messages/to-line.js'

const detailLengthMax = 200

/** A JSON POST request to a messaging endpoint. */
export interface JsonPost {
  url: string
  body: unknown
  headers?: Readonly<Record<string, string>>
  /** Headers that must not be logged. */
  secretHeaders?: Readonly<Record<string, string>>
  /** Name of the receiver in error messages. */
  receiver: string
  /** Statuses that make a retry pointless: the endpoint is gone or does not understand the message. */
  finalStatuses: readonly number[]
  /** Interprets a successful response. By default, any success status means that the message was accepted. */
  interpret?: (answer: OutboundResponse, now: number) => SendOutcome
}

/** Posts a message. Any success status means that it was accepted, unless `interpret` reads otherwise from the body. */
export async function postJson(
  { outbound }: Pick<DeliveryServices, 'outbound'>,
  { now, signal }: Pick<Sending, 'now' | 'signal'>,
  post: JsonPost,
): Promise<SendOutcome> {
  const { url, body, headers, secretHeaders, receiver, finalStatuses, interpret } = post
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
    return interpret === undefined ? { isDelivered: true, detail } : interpret(answer, now)
  } catch (error) {
    return failedWithout(error)
  }
}

function describe(receiver: string, { status, body }: OutboundResponse): string {
  const said = toLine(body, detailLengthMax)
  return said === '' ? `${receiver} answered ${status}` : `${receiver} answered ${status}: ${said}`
}
