import { InvalidArgumentError, type Command } from 'commander'
import { addConnectionOptions, type ConnectionOptions } from './connection.js'

/** Options of all list commands. */
export interface ListOptions extends ConnectionOptions {
  json: boolean
}

/** Options of paginated lists. */
export interface PagedOptions extends ListOptions {
  /** Maximum number of items to list. */
  limit: number
  /** Where the previous page ended: the number of items to skip, or the page number if the server numbers pages. */
  after?: number
}

/** Adds the list options and the connection options to a command. */
export function addListOptions(command: Command): Command {
  return addConnectionOptions(command.option('--json', 'Print {"items": […], "next": …} as JSON', false))
}

/** Like `addListOptions`, for paginated lists. */
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

/** Creates a parser for an item count. */
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

/** Query parameters for a list with offsets. */
export function toOffsetQuery({ limit, after = 0 }: PagedOptions): { limit: number; offset: number } {
  return { limit, offset: after }
}

/** Query parameters for a list with numbered pages. */
export function toPageQuery({ limit, after = 1 }: PagedOptions): { page_size: number; page: number } {
  return { page_size: limit, page: after }
}

/** Value of `next` for a list with offsets. */
export function nextOffset({ after = 0 }: PagedOptions, count: number, hasMore: boolean): string | null {
  return hasMore && count > 0 ? String(after + count) : null
}

/** Value of `next` for a list with numbered pages, given the URL of the next page. */
export function nextPage({ after = 1 }: PagedOptions, next: string | null): string | null {
  return next === null ? null : String(after + 1)
}
