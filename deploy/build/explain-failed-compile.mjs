import { spawnSync } from 'node:child_process'

/** What installs a compiler, by what the system calls its packages' program. */
const installers = [
  ['apt-get', 'apt-get install -y build-essential python3'],
  ['dnf', 'dnf install -y gcc-c++ make python3'],
  ['apk', 'apk add build-base python3'],
  ['brew', 'xcode-select --install'],
]
const everyInstaller =
  '`apt-get install -y build-essential python3` on Debian, `dnf install -y gcc-c++ make python3` on Fedora,' +
  ' `apk add build-base python3` on Alpine, `xcode-select --install` on macOS'

const hasProgram = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/**
 * Why SQLite could not be compiled, and the command that fixes it, in one sentence.
 * @param {string} output What the compilation said.
 * @param {(program: string) => boolean} [has] Whether a program can be started.
 */
export function explainFailedCompile(output, has = hasProgram) {
  const missing = findMissing(has)
  if (missing.length > 0) {
    const [, command] = installers.find(([program]) => has(program)) ?? []
    const remedy = command === undefined ? everyInstaller : `\`${command}\``
    return `SQLite has to be compiled here and ${missing.join(', ')} is missing: run ${remedy} and start again.`
  }
  if (/nodejs\.org|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|node\.h|network/i.test(output)) {
    return (
      'SQLite has to be compiled here and the Node headers cannot be fetched from nodejs.org: set' +
      ' npm_config_nodedir to a directory that holds include/node/node.h (`apt-get install -y libnode-dev` on Debian,' +
      ' `dnf install -y nodejs-devel` on Fedora, `apk add nodejs-dev` on Alpine, for the Node of the system, use' +
      ' /usr; `brew install node` on macOS includes them), or use Node 22 or newer, which needs no compilation.'
    )
  }
  return `SQLite could not be compiled; Node 22 or newer needs no compilation. Compiler output:\n${output.slice(-2_000).trim()}`
}

function findMissing(has) {
  const compiler = ['c++', 'g++', 'clang++'].some(has) ? [] : ['a C++ compiler']
  return [...compiler, ...['make', 'python3'].filter((program) => !has(program))]
}
