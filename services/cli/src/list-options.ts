import { InvalidArgumentError, type Command } from 'commander'
import { addConnectionOptions, type ConnectionOptions } from './connection.js'

/** Options of every command that lists something. */
export interface ListOptions extends ConnectionOptions {
  json: boolean
}

/** Options of lists that come in parts. */
export interface PagedOptions extends ListOptions {
  /** Most items to list. */
  limit: number
  /** Where the part before ended: items to skip, or the number of a page where the server counts pages. */
  after?: number
}

/** Gives a command the options that every list has, and those that say which installation it asks. */
export function addListOptions(command: Command): Command {
  return addConnectionOptions(command.option('--json', 'Print {"items": […], "next": …} as JSON', false))
}

/** The same for a list that comes in parts. */
export function addPagedOptions(
  command: Command,
  { limitDefault, limitMax }: { limitDefault: number; limitMax: number },
): Command {
  command
    .option(
      '--limit <count>',
      `Maximum number of items to list, 1 to ${limitMax}`,
      createCountParser(limitMax),
      limitDefault,
    )
    .option('--after <next>', 'Continue a list from the `next` it printed', parseAfter)
  return addListOptions(command)
}

/** Reads how many of something are wanted. */
export function createCountParser(countMax: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (/^\d+$/.test(text) && count >= 1 && count <= countMax) return count
    throw new InvalidArgumentError(`It must be an integer between 1 and ${countMax}.`)
  }
}

function parseAfter(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the `next` of a list.')
}

/** What a list that skips items is asked. */
export function toOffsetQuery({ limit, after = 0 }: PagedOptions): { limit: number; offset: number } {
  return { limit, offset: after }
}

/** What a list of numbered pages is asked. */
export function toPageQuery({ limit, after = 1 }: PagedOptions): { page_size: number; page: number } {
  return { page_size: limit, page: after }
}

/** `next` of a list that skips items. */
export function nextOffset({ after = 0 }: PagedOptions, count: number, hasMore: boolean): string | null {
  return hasMore && count > 0 ? String(after + count) : null
}

/** `next` of a list of numbered pages, by the address of the next one. */
export function nextPage({ after = 1 }: PagedOptions, next: string | null): string | null {
  return next === null ? null : String(after + 1)
}
