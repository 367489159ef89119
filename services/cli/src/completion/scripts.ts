import { quote, type CompletionPlace } from './words.js'

/** Shells with completion scripts. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** Generates the completion script for each shell. */
export const completionScripts: Readonly<Record<Shell, (places: readonly CompletionPlace[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
}

/** Reduces the words before the cursor to those that name a command. */
function findPath(places: readonly CompletionPlace[], words: string): string {
  const paths = places.map(({ path }) => quote(` ${path}`)).filter((path) => path !== "' '")
  return `  local place='' word
  for word in ${words}; do
    case "$place $word" in
      ${paths.join('|')}) place="$place $word" ;;
    esac
  done`
}

function writeBash(places: readonly CompletionPlace[]): string {
  return `# Completions of signalbox for bash: eval "$(signalbox completion bash)"
_signalbox() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=''
${findPath(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  case "$place $before" in
${listChoices(places)}
  esac
  if [ -z "$words" ]; then
    case "$place" in
${places.map(({ path, words }) => `      ${quote(path === '' ? '' : ` ${path}`)}) words=${quote(words.map(({ text }) => text).join(' '))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _signalbox signalbox
`
}

function listChoices(places: readonly CompletionPlace[]): string {
  return places
    .flatMap(({ path, choices }) =>
      choices.map(({ flag, values }) => {
        const place = path === '' ? '' : ` ${path}`
        return `    ${quote(`${place} ${flag}`)}) words=${quote(values.join(' '))} ;;`
      }),
    )
    .join('\n')
}

function writeZsh(places: readonly CompletionPlace[]): string {
  return `#compdef signalbox
# Completions of signalbox for zsh: source <(signalbox completion zsh)
_signalbox() {
  local before="\${words[CURRENT-1]}" values=''
  local -a described
${findPath(places, '"${(@)words[2,CURRENT-1]}"')}
  case "$place $before" in
${listChoices(places).replaceAll('words=', 'values=')}
  esac
  if [[ -n "$values" ]]; then
    compadd -- \${=values}
    return
  fi
  case "$place" in
${places.map(describeZsh).join('\n')}
  esac
  _describe 'signalbox' described
  [[ "\${words[CURRENT]}" == -* ]] || _files
}
compdef _signalbox signalbox
`
}

function describeZsh({ path, words }: CompletionPlace): string {
  const lines = words.map(({ text, description }) => quote(`${text}:${description.replaceAll(':', '\\:')}`))
  return `    ${quote(path === '' ? '' : ` ${path}`)}) described=(${lines.join(' ')}) ;;`
}

function writeFish(places: readonly CompletionPlace[]): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== '')
  return `# Completions of signalbox for fish: signalbox completion fish | source
function __signalbox_place
  set -l place ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$place $word")
    if contains -- $next ${paths.map(quote).join(' ')}
      set place $next
    end
  end
  test "$place" = "$argv[1]"
end
complete -c signalbox -e
${places.flatMap(writeFishPlace).join('\n')}
`
}

function writeFishPlace({ path, words, choices }: CompletionPlace): string[] {
  const condition = `complete -c signalbox -n ${quote(`__signalbox_place ${quote(path)}`)}`
  const valuesOf = new Map(choices.map(({ flag, values }) => [flag, values]))
  return words.map(({ text, description }) => {
    const what = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${quote(text)}`
    const values = valuesOf.get(text)
    return `${condition} ${what}${values ? ` -x -a ${quote(values.join(' '))}` : ''} -d ${quote(description)}`
  })
}
