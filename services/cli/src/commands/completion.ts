import { Argument, Command } from 'commander'
import { completionScripts, shells, type Shell } from '../completion/scripts.js'
import { listPlaces } from '../completion/words.js'
import type { CliEnvironment } from '../environment.js'

const help = `
To enable completion in every new shell:
  bash   echo 'eval "$(signalbox completion bash)"' >> ~/.bashrc
  zsh    echo 'source <(signalbox completion zsh)' >> ~/.zshrc      (after compinit)
  fish   signalbox completion fish > ~/.config/fish/completions/signalbox.fish`

/** `signalbox completion`: the completion script for a shell, covering all commands. */
export function createCompletionCommand(environment: CliEnvironment): Command {
  return new Command('completion')
    .summary('Print the completion script for a shell')
    .description('Print the script that completes signalbox commands and options in a shell')
    .addArgument(new Argument('<shell>', 'Shell to complete commands in').choices(shells))
    .addHelpText('after', help)
    .action((shell: Shell, _options, command: Command) => {
      environment.stdout.write(completionScripts[shell](listPlaces(command.parent ?? command)))
    })
}
