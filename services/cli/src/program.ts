import { readFileSync } from 'node:fs'
import { Command, Help, type Option } from 'commander'
import { commandGroups, commands, type CommandFactory } from './commands.js'
import type { CliEnvironment, TextOutput } from './environment.js'
import { fitHelp } from './fit-help.js'

const help = `
The address and API key are taken from --url and --api-key, or else from SIGNALBOX_URL and SIGNALBOX_API_KEY.
Lists print {"items": […], "next": …} with --json; NO_COLOR disables colors.

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.`

const helpCommand = ['help [command]', 'Print help for a command'] as const
/** Heading of the `help` command, which commander adds itself. */
const defaultHeading = 'Set up:'

/**
 * Builds the command tree. All output and prompts go through the environment.
 * @param only Names of commands to load. Default: all.
 */
export async function createProgram(
  environment: CliEnvironment,
  only: readonly string[] = Object.keys(commands),
): Promise<Command> {
  const { stdout, stderr } = environment
  const program = new Command('signalbox')
    .description('Run, query and manage a Signalbox installation')
    .version(readVersion(), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .commandsGroup(defaultHeading)
    .helpCommand(...helpCommand)
    .exitOverride()
    .configureOutput({
      writeOut: (text: string) => {
        writeFitted(stdout, text)
      },
      writeErr: (text: string) => {
        writeFitted(stderr, text)
      },
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
    })
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError('(see --help for usage)')
    .addHelpText('after', help)
  const factories = await Promise.all(only.map(async (name) => ({ name, create: await loadCommand(name) })))
  for (const { name, create } of factories) adopt(program, create(environment).helpGroup(headingOf(name)))
  return program
}

/** Heading of a command in the help. */
function headingOf(name: string): string {
  return commandGroups.find((group) => Object.hasOwn(group.commands, name))?.heading ?? defaultHeading
}

/** Commander wraps its own lists, but not the text below them, and nothing on narrow terminals. */
function writeFitted(output: TextOutput, text: string): void {
  output.write(output.columns === undefined ? text : fitHelp(text, output.columns))
}

async function loadCommand(name: string): Promise<CommandFactory> {
  const load = commands[name]
  if (load === undefined) throw new Error(`unknown command ${name}`)
  return load()
}

/** Marks required options, and omits defaults that are false or empty. */
function describeOption(option: Option): string {
  const description = new Help().optionDescription(option).replace(/ \(default: (?:false|\[\])\)$/, '')
  return option.mandatory && option.defaultValue === undefined ? `${description} (required)` : description
}

/**
 * Commander passes settings only to subcommands that it creates itself, and prints a command's summary only in the list
 * of its parent.
 */
function adopt(parent: Command, command: Command): void {
  parent.addCommand(command.copyInheritedSettings(parent))
  // The one that is inherited would bring its heading along.
  if (command.commands.length > 0) command.helpCommand(...helpCommand)
  for (const child of command.commands) child.copyInheritedSettings(command)
  for (const each of [command, ...command.commands]) each.description(each.description() || each.summary())
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : 'unknown'
}
