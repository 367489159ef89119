import type { Command, Option } from 'commander'

/** A command with its path, for output generated from all commands. */
export interface CommandNode {
  /** Words after the program's name: `['issues', 'list']`. */
  path: readonly string[]
  command: Command
  children: readonly CommandNode[]
}

/** Lists a command and all of its subcommands, each before its children. */
export function listCommands(command: Command, path: readonly string[] = []): CommandNode[] {
  const below = command.commands.map((child) => listCommands(child, [...path, child.name()]))
  const children = below.flatMap(([child]) => (child === undefined ? [] : [child]))
  return [{ path, command, children }, ...below.flat()]
}

/** A one-line summary of a command. */
export function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '')
}

/** The options of a command, including the built-in ones of the help. */
export function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command)
}
