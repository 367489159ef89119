/** Values of a path's parameters, as sent. */
export type PathParameters = Readonly<Partial<Record<PathParameter, string>>>
type PathParameter = 'project' | 'slug' | 'key' | 'eventId'

export interface RouteMatch<T> {
  target: T
  /** Route label for metrics, with `*` for parameters. */
  label: string
  parameters: PathParameters
}

/** Finds the target of a path. @returns undefined if no route matches. */
export type RouteTable<T> = (path: string) => RouteMatch<T> | undefined

interface Node<T> {
  words: Map<string, Node<T>>
  /** Followed by any other segment. */
  parameter: Node<T> | undefined
  end: { target: T; label: string; names: readonly PathParameter[] } | undefined
}

const parameterNames: ReadonlySet<string> = new Set<PathParameter>(['project', 'slug', 'key', 'eventId'])

function isParameterName(name: string): name is PathParameter {
  return parameterNames.has(name)
}

/** @returns undefined for a literal segment. @throws RangeError for an unknown parameter. */
function readParameter(word: string): PathParameter | undefined {
  if (!word.startsWith(':')) return undefined
  const name = word.slice(1)
  if (isParameterName(name)) return name
  throw new RangeError(`${word} is not a path parameter`)
}

/**
 * Creates a routing trie, so matching costs one lookup per segment regardless of the number of routes. Literals take
 * precedence over parameters, without backtracking: `/api/v1/…` never matches a project.
 * @param routes Targets by path, such as `/api/:project/envelope/`. Trailing and repeated slashes are ignored.
 * @throws RangeError for parameters that `PathParameters` does not have.
 */
export function createRouteTable<T>(routes: Readonly<Record<string, T>>): RouteTable<T> {
  const root = createNode<T>()
  for (const [path, target] of Object.entries(routes)) addRoute(root, path, target)
  return (path) => findRoute(root, path)
}

function createNode<T>(): Node<T> {
  return { words: new Map(), parameter: undefined, end: undefined }
}

function addRoute<T>(root: Node<T>, path: string, target: T): void {
  const words = wordsOf(path)
  const names: PathParameter[] = []
  let node = root
  for (const word of words) {
    const name = readParameter(word)
    const next = (name === undefined ? node.words.get(word) : node.parameter) ?? createNode<T>()
    if (name === undefined) node.words.set(word, next)
    else {
      node.parameter = next
      names.push(name)
    }
    node = next
  }
  const label = `/${words.map((word) => (word.startsWith(':') ? '*' : word)).join('/')}/`
  node.end = { target, label, names }
}

function findRoute<T>(root: Node<T>, path: string): RouteMatch<T> | undefined {
  const values: string[] = []
  let node: Node<T> | undefined = root
  for (const word of wordsOf(path)) {
    const literal: Node<T> | undefined = node.words.get(word)
    if (literal === undefined) values.push(word)
    node = literal ?? node.parameter
    if (node === undefined) return undefined
  }
  if (node.end === undefined) return undefined
  const { target, label, names } = node.end
  const parameters: Partial<Record<PathParameter, string>> = {}
  for (const [index, name] of names.entries()) parameters[name] = values[index] ?? ''
  return { target, label, parameters }
}

function wordsOf(path: string): string[] {
  return path.split('/').filter((word) => word !== '')
}
