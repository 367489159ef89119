import { defaultProjectSettings, type ScrubbingSettings } from '@signalbox/contracts'
import {
  createScrubber,
  type EventInput,
  type JsonObject,
  type NormalEvent,
  normalizeEvent,
  toPayload,
} from '../src/index.js'

export const receivedAt = Date.UTC(2026, 0, 10, 12)

/** An event that arrived at a fixed time. */
export function inputOf(payload: JsonObject, known: Partial<EventInput> = {}): EventInput {
  return {
    payload,
    organizationId: 'org',
    project: { id: 'project-42', number: 42, name: 'shop' },
    receivedAt,
    sentAt: undefined,
    headerEventId: undefined,
    fallbackEventId: '0123456789abcdef0123456789abcdef',
    sdk: undefined,
    clientIp: undefined,
    userAgent: undefined,
    ...known,
  }
}

/** The normal form of a payload that arrived at a fixed time. */
export function eventOf(payload: JsonObject, known: Partial<EventInput> = {}): NormalEvent {
  return normalizeEvent(payload, inputOf(payload, known))
}

export function scrubberOf(settings: Partial<ScrubbingSettings> = {}) {
  return createScrubber({ ...defaultProjectSettings.scrubbing, ...settings })
}

/** True if UTF-8 can represent a text. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** The output of `toPayload`, parsed as JSON. */
export function payloadOf(event: NormalEvent): JsonObject {
  return JSON.parse(toPayload(event)) as JsonObject
}
