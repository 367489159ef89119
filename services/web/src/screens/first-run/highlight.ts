export interface CodePart {
  kind: 'text' | 'string' | 'word' | 'figure'
  text: string
}

const words =
  'import|from|as|export|default|const|let|await|async|using|var|new|public|class|static|void|package|func|fn|defer|struct|init|some|return|require|do|end'

const pattern = new RegExp(
  String.raw`(?<string>'[^'\n]*'|"[^"\n]*")|(?<word>(?<![\w.:-])(?:${words})(?![\w:.-]))|(?<number>(?<![\w.-])\d+(?:\.\d+)?(?![\w.]))`,
  'g',
)

/** Splits code of any language into what is coloured and what is not: texts, common words, numbers. */
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
