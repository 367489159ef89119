import type { FieldFault } from '@signalbox/contracts'
import type { AddressPolicy } from '@signalbox/service-kit'
import type { DeliveryServices, Sending } from '../delivery/sending.js'
import type { SendOutcome } from '../delivery/send-outcome.js'

/** Settings as stored; unset ones are missing. */
export type ChannelSettings = Readonly<Record<string, string>>

/** Rules for the targets that channels may use. */
export interface ChannelRules {
  policy: AddressPolicy
  /** True if the operator configured a mail server. */
  hasMail: boolean
}

/** Sends to channels of one kind. Failures are returned as outcomes; it rejects only for bugs. */
export interface ChannelSender {
  send(settings: ChannelSettings, sending: Sending): Promise<SendOutcome>
  close?: () => void
}

/** Everything specific to one kind of channel. */
export interface ChannelType {
  /** How each setting is shown to people who may read the channel: in full, as a URL without its path, or masked. */
  settings: Readonly<Record<string, 'whole' | 'url' | 'secret'>>
  /** Default name of a channel. */
  nameOf(settings: ChannelSettings): string
  /** Errors in the settings beyond those that the schema and the address policy detect. */
  findFaults?(settings: ChannelSettings, rules: ChannelRules): FieldFault[]
  /** Merges changed settings into the stored ones. Default: settings that are not given stay. */
  replace?: (kept: ChannelSettings, given: ChannelSettings) => ChannelSettings
  /** Generates a secret for a channel created without one. */
  createSecret?(): { name: string; value: string }
  /** Pause between two messages, in milliseconds: receivers limit messages per second. */
  spacingMs: number
  createSender(services: DeliveryServices): ChannelSender
}

/** An error in a field of the request body. @param name JSON pointer. */
export function bodyFault(name: string, detail: string): FieldFault {
  return { in: 'body', name, detail }
}
