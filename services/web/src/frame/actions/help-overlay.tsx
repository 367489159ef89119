import { Dialog } from '../../parts/controls/dialog.js'
import { useStore } from '../../state/store.js'
import { useActionGroups } from './actions.js'
import { modifier } from '../../parts/controls/modifier.js'
import { singleKeys } from './keyboard.js'
import styles from './help-overlay.module.css'

/** Lists all keyboard shortcuts of this page. */
export function HelpOverlay({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const groups = useActionGroups()
    .map((group) => ({ ...group, actions: group.actions.filter(({ keys }) => keys !== undefined) }))
    .filter(({ actions }) => actions.length > 0)
  const isOn = useStore(singleKeys)
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
      <div className={styles['groups']}>
        {groups.map(({ heading, actions }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            <dl className={styles['keys']}>
              {actions.map(({ id, text, keys }) => (
                <div key={id}>
                  <dt>{text}</dt>
                  <dd>
                    <Keys keys={keys ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Everywhere</h3>
          <dl className={styles['keys']}>
            <div>
              <dt>Search or jump to</dt>
              <dd>
                <kbd>{modifier}K</kbd>
              </dd>
            </div>
            <div>
              <dt>Undo the last action</dt>
              <dd>
                <kbd>{modifier}Z</kbd>
              </dd>
            </div>
          </dl>
        </section>
      </div>
      <label className={styles['choice']}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            singleKeys.set(event.target.checked)
          }}
        />{' '}
        Enable single-key shortcuts
      </label>
    </Dialog>
  )
}

/** Renders keys as keycaps. */
export function Keys({ keys }: { keys: string }) {
  return keys.split(' ').map((key) => <kbd key={key}>{keyNames[key] ?? key.toUpperCase()}</kbd>)
}

const keyNames: Readonly<Record<string, string>> = { Enter: '↵', Escape: 'Esc', ArrowDown: '↓', ArrowUp: '↑' }
