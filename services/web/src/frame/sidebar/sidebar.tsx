import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icon/icon.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { Glyph } from '../../parts/status/status.js'
import { modifier } from '../../parts/controls/modifier.js'
import { AccountMenu } from './account-menu.js'
import { Brand } from './brand.js'
import type { Counts } from './counts.js'
import { footPlaces, placeGroups, type Place } from './places.js'

/** Links to all screens; icons only on narrow windows. */
export function Sidebar({ counts, openPalette }: { counts: Counts; openPalette(): void }) {
  return (
    <nav className="side" aria-label="Main">
      <Link className="brand" to="/" aria-label="Signalbox">
        <Brand />
        <span className="label">Signalbox</span>
      </Link>
      <button className="jump" type="button" onClick={openPalette} title="Search or jump to">
        <Icon name="search" isSmall />
        <span>Search or jump to</span>
        <kbd aria-hidden="true">{modifier}K</kbd>
      </button>
      {placeGroups.map(({ heading, places }) => (
        <div key={heading} className="places">
          <h2>{heading}</h2>
          {places.map((place) => (
            <PlaceLink key={place.to} place={place} counts={counts} />
          ))}
        </div>
      ))}
      <div className="foot">
        {footPlaces.map((place) => (
          <PlaceLink key={place.to} place={place} counts={counts} />
        ))}
        <AccountMenu />
      </div>
    </nav>
  )
}

function PlaceLink({ place: { to, text, icon }, counts }: { place: Place; counts: Counts }) {
  return (
    <Link
      className="nav"
      to={to}
      activeOptions={{ includeSearch: false }}
      activeProps={{ 'aria-current': 'page' }}
      title={text}
    >
      <Icon name={icon} />
      <span className="label">{text}</span>
      <CountOf path={to} counts={counts} />
    </Link>
  )
}

function CountOf({ path, counts: { unresolved = 0, firing = 0, active = 0 } }: { path: string; counts: Counts }) {
  if (path === '/issues' && unresolved > 0) return <span className="n">{formatCount(unresolved)}</span>
  if (path === '/alerts' && firing > 0) {
    return (
      <span className="n hot">
        <Glyph tone="bad" />
        {formatCount(firing)}
      </span>
    )
  }
  if (path === '/agents' && active > 0) {
    return (
      <span className="n run">
        <Glyph tone="run" />
        {formatCount(active)}
      </span>
    )
  }
  return null
}
