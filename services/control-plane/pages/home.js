import { ask } from './api.js'
import { make, makeTime, show } from './elements.js'

/** The newest sessions, as a way to their pages. */
export async function showHome() {
  const { sessions } = await ask('GET', '/api/v1/agent/sessions/?page_size=50')
  const items = sessions.map(({ session_id: id, prompt, status, verdict, created_at: at }) =>
    make(
      'li',
      make('a', firstLine(prompt), { href: `/agents/${encodeURIComponent(id)}` }),
      make('span.quiet', ` ${verdict ?? status} · `, makeTime(at)),
    ),
  )
  show(
    'Agent sessions',
    items.length === 0 ? make('p.quiet', 'There is none yet.') : make('ul', ...items),
    make('p', make('a', 'API', { href: '/api/docs' })),
  )
}

function firstLine(text) {
  const line = text.trim().split('\n', 1)[0]
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
