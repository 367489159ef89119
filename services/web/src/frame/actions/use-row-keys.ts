import { useActions } from './actions.js'

/** `j` and `k` move the focus between the names of a list's rows. Enter then follows the link, as on any link. */
export function useRowKeys(): void {
  useActions('List', [
    { id: 'next', text: 'Next row', keys: 'j', isKeyOnly: true, run: () => move(1) },
    { id: 'previous', text: 'Previous row', keys: 'k', isKeyOnly: true, run: () => move(-1) },
  ])
}

/** Without a focused row, both directions go to the first. */
function move(by: 1 | -1): void {
  const rows = [...document.querySelectorAll('main .rows > tr')]
  const names = rows.flatMap((row) => row.querySelector<HTMLElement>('a.name') ?? [])
  const at = names.findIndex((name) => name.closest('tr')?.contains(document.activeElement) === true)
  const next = at < 0 ? 0 : Math.min(names.length - 1, Math.max(0, at + by))
  names[next]?.focus()
}
