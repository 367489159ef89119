import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { run } from '../../../services/cli/test/support/run.js'

const execute = promisify(execFile)

/** How to make each shell print its completions of a command line, one per line. */
const askers: Record<string, (script: string, words: readonly string[]) => [program: string, args: string[]]> = {
  bash: (script, words) => {
    const array = words.map((word) => `'${word}'`).join(' ')
    const ask = `source '${script}'; COMP_WORDS=(${array}); COMP_CWORD=${words.length - 1}; _signalbox; printf '%s\\n' "\${COMPREPLY[@]}"`
    return ['bash', ['--norc', '-c', ask]]
  },
  // zsh only completes in its line editor: the completions are captured from the builtins that the function calls.
  zsh: (script, words) => {
    const stubs = `compdef() { : }; compadd() { shift; print -l -- "$@" }; _files() { : }; _describe() { local each; for each in "\${(@P)2}"; do print -r -- "\${each%%:*}"; done }`
    const array = words.map((word) => `'${word}'`).join(' ')
    const ask = `${stubs}; source '${script}'; words=(${array}); CURRENT=${words.length}; _signalbox`
    return ['zsh', ['-f', '-c', ask]]
  },
  fish: (script, words) => ['fish', ['--no-config', '-c', `source '${script}'; complete -C '${words.join(' ')}'`]],
}

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'true'])
    return true
  } catch {
    return false
  }
}

describe('signalbox completion', function () {
  this.timeout(60_000)
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-completion-'))
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  for (const [shell, askerOf] of Object.entries(askers)) {
    describe(`in ${shell}`, () => {
      const script = join(folder, shell)
      before(async function () {
        if (!isInstalled(shell)) {
          if (process.env['CI']) throw new Error(`${shell} is not installed`)
          this.skip()
        }
        const { code, out, err } = await run(['completion', shell])
        expect(code, err).to.equal(0)
        writeFileSync(script, out)
      })

      const complete = async (...words: string[]) => {
        const { stdout, stderr } = await execute(...askerOf(script, words))
        expect(stderr).to.equal('')
        return stdout.split('\n').map((line) => line.split('\t')[0] ?? '')
      }

      it('completes commands', async () => {
        expect(await complete('signalbox', '')).to.include.members(['errors', 'doctor', 'alert-rules'])
      })
      it('completes subcommands only', async () => {
        const offered = await complete('signalbox', 'sessions', '')
        expect(offered).to.include.members(['start', 'watch', 'replay'])
        expect(offered).to.not.include('errors')
      })
      it('completes options', async () => {
        expect(await complete('signalbox', 'issues', 'list', '--')).to.include.members(['--query', '--json'])
      })
      it('completes option values', async () => {
        expect(await complete('signalbox', 'alerts', 'list', '--state', '')).to.include.members(['firing', 'resolved'])
      })
    })
  }
})
