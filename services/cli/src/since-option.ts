import { isSince, type Since } from '@signalbox/contracts'
import { InvalidArgumentError, Option } from 'commander'

/** `--since`: a duration; the server validates its range. */
export function createSinceOption(description: string): Option {
  return new Option('--since <time>', `${description}, such as 90m, 24h or 7d`).argParser(parseSinceOption)
}

function parseSinceOption(text: string): Since {
  if (isSince(text)) return text
  throw new InvalidArgumentError('It must be a duration such as 90m, 24h or 7d.')
}
