import type { Command } from 'commander'
import { listCommands, optionsOf, summaryOf } from '../command-tree.js'

/** What may follow the words of one command on a command line. */
export interface CompletionPlace {
  /** `issues list`; empty for the program itself. */
  path: string
  words: readonly CompletionWord[]
  /** Options with a fixed set of values. */
  choices: readonly { flag: string; values: readonly string[] }[]
}

export interface CompletionWord {
  text: string
  description: string
}

/** Lists everything that can be completed, derived from the commands themselves. */
export function listPlaces(program: Command): CompletionPlace[] {
  return listCommands(program).map(({ path, command, children }) => {
    const options = optionsOf(command)
    const subcommands = children.map((child) => ({
      text: child.path.at(-1) ?? '',
      description: summaryOf(child.command),
    }))
    const flags = options.flatMap(({ long, description }) => (long ? [{ text: long, description }] : []))
    const choices = options.flatMap(({ long, argChoices }) =>
      long && argChoices ? [{ flag: long, values: argChoices }] : [],
    )
    return { path: path.join(' '), words: [...subcommands, ...flags], choices }
  })
}

/** Escapes a text for single quotes in a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
