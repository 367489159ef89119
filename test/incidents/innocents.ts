import type { CommitLine } from './incident.js'
import { addCommit, addDeploy, type Story } from './story.js'

type Change = Pick<CommitLine, 'message' | 'files_changed' | 'diff'>

/** Innocent commits, as any repository contains them. Some touch the same files as the culprit. */
const harmless: readonly ((noun: string, service: string) => Change)[] = [
  (noun) => edit(`docs/${noun}s.md`, `docs: describe how a ${noun} is closed`, [`+A ${noun} is closed by its owner.`]),
  (noun) =>
    edit(`internal/${noun}/format_test.go`, `test: cover empty ${noun} lists`, [
      `+func TestFormatEmpty(t *testing.T) {`,
      `+\tif got := Format(nil); got != "" {`,
      `+\t\tt.Fatalf("got %q", got)`,
      `+\t}`,
      `+}`,
    ]),
  () =>
    edit('.github/workflows/lint.yml', 'ci: run the linter on pull requests only', [
      '-on: [push]',
      '+on: [pull_request]',
    ]),
  (noun, service) =>
    edit(`${service}/src/format-${noun}.ts`, `Tidy up formatting of a ${noun}`, [
      `-  const label = ${noun}.title + ' (' + ${noun}.id + ')'`,
      `-  return label`,
      `+  return \`\${${noun}.title} (\${${noun}.id})\``,
    ]),
  (noun, service) =>
    edit(`${service}/src/labels.ts`, `Say "${noun}s" in the plural`, [
      `-  heading: 'Your ${noun}'`,
      `+  heading: 'Your ${noun}s'`,
    ]),
  () => ({ message: 'build: update the formatter', files_changed: ['package-lock.json'], diff: null }),
  (_, service) =>
    edit(`${service}/src/metrics.ts`, 'Count handled requests', [
      `+const handled = createCounter('requests_handled_total')`,
      ` export function onHandled(): void {`,
      `+  handled.add(1)`,
      ` }`,
    ]),
  (noun) =>
    edit(`internal/${noun}/names.go`, `Rename a variable in ${noun} listing`, [
      `-\tfor _, x := range found {`,
      `-\t\tnames = append(names, x.Name)`,
      `+\tfor _, entry := range found {`,
      `+\t\tnames = append(names, entry.Name)`,
      ` \t}`,
    ]),
  () =>
    edit('web/styles/button.css', 'style: round the corners of buttons', [
      '-  border-radius: 2px;',
      '+  border-radius: 4px;',
    ]),
  (noun, service) =>
    edit(`${service}/src/validate.ts`, `Refuse a ${noun} without a title`, [
      `+  if (${noun}.title === '') throw new InvalidInput('title is empty')`,
      `   return ${noun}`,
    ]),
]

/** A change of one file as a unified diff. */
export function edit(path: string, message: string, lines: string[]): Change {
  return {
    message,
    files_changed: [path],
    diff: [`--- a/${path}`, `+++ b/${path}`, '@@ -10,6 +10,6 @@', ...lines].join('\n'),
  }
}

/** Scatters harmless commits over the time before the onset. */
export function addInnocents(story: Story): void {
  const { random, cast, onset } = story
  for (let count = random.integer(8, 14); count > 0; count--) {
    addCommit(story, random.integer(0, onset - 1), pickHarmless(story))
  }
  addDeploy(story, random.integer(5, 30), {
    service: cast.bystander,
    commit_sha: addCommit(story, 3, pickHarmless(story)).sha,
  })
}

/** A harmless commit that goes live on a service at a suspicious minute. @returns its SHA. */
export function addDecoy(story: Story, service: string, minute: number): string {
  const { sha } = addCommit(story, minute - 2, pickHarmless(story, service))
  addDeploy(story, minute, { service, commit_sha: sha })
  return sha
}

function pickHarmless({ random, cast }: Story, service = cast.failing): Change {
  const [first, ...rest] = harmless
  if (!first) throw new Error('there are no harmless commits')
  return random.pick([first, ...rest])(cast.noun, service)
}
