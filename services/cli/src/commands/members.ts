import { listMembers, type Member } from '@signalbox/contracts'
import { Command } from 'commander'
import { connect } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { writeList } from '../output/write-list.js'

const columns: readonly Column[] = [
  { heading: 'EMAIL' },
  { heading: 'NAME', isFlexible: true },
  { heading: 'ROLE' },
  { heading: 'SINCE', isTime: true },
  { heading: 'ID' },
]

/** `signalbox members`: members of the organization. */
export function createMembersCommand(environment: CliEnvironment): Command {
  const list = new Command('list').description("List the organization's members, oldest first")
  addListOptions(list).action(async (options: ListOptions) => {
    const { members: items } = await connect(options, environment).call(listMembers, {})
    const toRow = ({ email, name, role, created_at, id }: Member) => [email, name, role, created_at, id]
    const empty = 'No members yet: run signalbox owner-link to create a link for the first one.'
    writeList(environment, { items, columns, toRow, empty }, options)
  })
  return new Command('members')
    .summary('List the members of the organization')
    .description('Show the members of the organization. Invite, change and remove members in the web interface')
    .addCommand(list)
}
