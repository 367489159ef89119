import { Link } from '@tanstack/react-router'
import { OpenPage } from '../frame/open-page.js'
import { buttonClass } from '../parts/controls/button.js'

/** Shown for unknown addresses. */
export function NotFound() {
  return (
    <OpenPage title="Page not found">
      <p className="t2">The address may be wrong, or the page no longer exists.</p>
      <Link className={buttonClass()} to="/issues">
        All issues
      </Link>
    </OpenPage>
  )
}
