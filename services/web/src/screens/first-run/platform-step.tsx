import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../../parts/icon/icon.js'
import type { Platform } from './platforms/platform.js'
import styles from './first-run.module.css'

interface PlatformStepProps {
  platforms: readonly Platform[]
  chosen: Platform | undefined
}

/** Selects the program's platform. */
export function PlatformStep({ platforms, chosen }: PlatformStepProps) {
  const navigate = useNavigate({ from: '/new' })
  return (
    <div className={styles['platforms']} role="group" aria-label="Platform">
      {platforms.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={styles['platform']}
          aria-pressed={id === chosen?.id}
          onClick={() =>
            void navigate({ search: (before) => ({ ...before, platform: id }), replace: true, resetScroll: false })
          }
        >
          {name}
          {id === chosen?.id && <Icon name="check" isSmall />}
        </button>
      ))}
    </div>
  )
}
