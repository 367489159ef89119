import { parseJsonObject } from '@signalbox/contracts'
import { InvalidArgumentError } from 'commander'

/** Parses an option with a JSON object. @throws InvalidArgumentError. */
export function parseObjectOption(text: string): Record<string, unknown> {
  const object = parseJsonObject(text)
  if (object === undefined) throw new InvalidArgumentError('It must be a JSON object.')
  return object
}
