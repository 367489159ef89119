import { parseJsonObject } from '@signalbox/contracts'
import { InvalidArgumentError } from 'commander'

/** Reads an option that takes a JSON object. @throws InvalidArgumentError. */
export function parseObjectOption(text: string): Record<string, unknown> {
  const object = parseJsonObject(text)
  if (object === undefined) throw new InvalidArgumentError('It must be a JSON object.')
  return object
}
