/** What a snippet is written for: the project as its SDK names it. */
export interface SnippetProject {
  dsn: string
  /** What the snippet sends, a text without quotes. */
  greeting: string
}

/** Something to run or to put into a file, under the name of either. */
export interface Snippet {
  title: string
  text: string
}

/** What a program may be written in or for. */
export interface Platform {
  /** In the address of the page. */
  id: string
  name: string
  snippets(project: SnippetProject): readonly Snippet[]
  /** Sends what waits before a program ends; left out where an SDK does so by itself. */
  flush?: string
}
