import { Link } from '@tanstack/react-router'
import { OpenPage } from '../frame/open-page.js'
import { buttonClass } from '../parts/controls/button.js'

/** Nothing is at the address. */
export function NotFound() {
  return (
    <OpenPage title="There is nothing here">
      <p className="t2">The address may be mistyped, or what it named is gone.</p>
      <Link className={buttonClass()} to="/issues">
        All issues
      </Link>
    </OpenPage>
  )
}
