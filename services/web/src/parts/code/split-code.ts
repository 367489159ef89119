export interface CodePart {
  kind: 'text' | 'string' | 'word' | 'figure'
  text: string
}

const words = [
  'import|from|as|export|default|package|require|include|use|using|namespace',
  'const|let|var|val|new|await|async|yield|function|func|fn|def|lambda|defer',
  'public|private|protected|static|final|readonly|class|struct|interface|enum|extends|implements|trait|impl|void',
  'if|else|elif|elsif|unless|for|foreach|while|do|switch|case|match|break|continue|return|end',
  'throw|throws|raise|try|catch|except|rescue|finally|ensure|with|in|instanceof|typeof',
  'true|false|null|nil|None|True|False|undefined|this|self|super|init|some',
].join('|')

const pattern = new RegExp(
  String.raw`(?<string>'[^'\n]*'|"[^"\n]*")|(?<word>(?<![\w.:-])(?:${words})(?![\w:.-]))|(?<number>(?<![\w.-])\d+(?:\.\d+)?(?![\w.]))`,
  'g',
)

/** Splits code of any language into highlighted and plain parts: strings, keywords, numbers. */
export function splitCode(code: string): CodePart[] {
  const parts: CodePart[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) parts.push({ kind: 'text', text: code.slice(end, match.index) })
    const kind = match.groups?.['string'] ? 'string' : match.groups?.['word'] ? 'word' : 'figure'
    parts.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) parts.push({ kind: 'text', text: code.slice(end) })
  return parts
}
