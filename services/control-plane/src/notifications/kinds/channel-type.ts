import type { FieldFault } from '@signalbox/contracts'
import type { AddressPolicy } from '@signalbox/service-kit'
import type { DeliveryServices, Sending } from '../delivery/sending.js'
import type { SendOutcome } from '../delivery/send-outcome.js'

/** Settings as they are kept; what is not set is missing. */
export type ChannelSettings = Readonly<Record<string, string>>

/** What decides whether a channel can lead where it is said to. */
export interface ChannelRules {
  policy: AddressPolicy
  /** Whether the operator named a mail server. */
  hasMail: boolean
}

/** Sends to channels of one kind. Failures are values; it rejects only for mistakes of ours. */
export interface ChannelSender {
  send(settings: ChannelSettings, sending: Sending): Promise<SendOutcome>
  close?: () => void
}

/** Everything that is particular to a kind of channel. */
export interface ChannelType {
  /** How each setting is shown to those who may read the channel: whole, an address without its path, or masked. */
  settings: Readonly<Record<string, 'whole' | 'url' | 'secret'>>
  /** Name of a channel whose creator gave it none. */
  nameOf(settings: ChannelSettings): string
  /** Faults of the settings beyond what the schema and the address policy find. */
  findFaults?(settings: ChannelSettings, rules: ChannelRules): FieldFault[]
  /** The settings after some are given anew; by default those that are not given stay. */
  replace?: (kept: ChannelSettings, given: ChannelSettings) => ChannelSettings
  /** A secret that is made for a channel whose creator gave none. */
  createSecret?(): { name: string; value: string }
  /** Pause between two messages, milliseconds: receivers take only so many a second. */
  spacingMs: number
  createSender(services: DeliveryServices): ChannelSender
}

/** A fault of a field of the request's body. @param name JSON pointer. */
export function bodyFault(name: string, detail: string): FieldFault {
  return { in: 'body', name, detail }
}
