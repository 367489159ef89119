/** Values inserted into a snippet. */
export interface SnippetProject {
  dsn: string
  /** Text that the snippet sends, without quotes. */
  greeting: string
}

/** A command, or the contents of a file, with its name. */
export interface Snippet {
  title: string
  text: string
}

/** A platform for setup. */
export interface Platform {
  /** Id in the page's address. */
  id: string
  name: string
  snippets(project: SnippetProject): readonly Snippet[]
  /** Code that sends queued events before a program exits; omitted if the SDK does so itself. */
  flush?: string
}
