import type { Command, Option } from 'commander'

/** A command as people call it, for what is generated from all of them. */
export interface CommandNode {
  /** Words after the program's name: `['issues', 'list']`. */
  path: readonly string[]
  command: Command
  children: readonly CommandNode[]
}

/** All commands below one, itself first, each before its children. */
export function listCommands(command: Command, path: readonly string[] = []): CommandNode[] {
  const below = command.commands.map((child) => listCommands(child, [...path, child.name()]))
  const children = below.flatMap(([child]) => (child === undefined ? [] : [child]))
  return [{ path, command, children }, ...below.flat()]
}

/** One line that says what a command does. */
export function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '')
}

/** Options with those that the help shows by itself. */
export function optionsOf(command: Command): readonly Option[] {
  return command.createHelp().visibleOptions(command)
}
