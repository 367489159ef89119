import type { ReactNode } from 'react'

/** Icons on a 16 × 16 grid, in the text color. */
const drawings = {
  alert: (
    <>
      <path d="M4 10.5V7a4 4 0 0 1 8 0v3.5l1.2 1.5H2.8z" />
      <path d="M6.8 13.8h2.4" />
    </>
  ),
  archive: (
    <>
      <rect x="2.5" y="3" width="11" height="3" rx="0.8" />
      <path d="M3.5 6v6.5h9V6M6.5 8.8h3" />
    </>
  ),
  ask: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3M7 5v4M5 7h4" />
    </>
  ),
  bolt: <path d="M9 1.8 3.5 9H8l-1 5.2L12.5 7H8z" />,
  check: <path d="m3.5 8.5 3 3 6-7" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3l2 1.5" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  cluster: (
    <>
      <rect x="2.5" y="2.5" width="4.4" height="4.4" rx="1" />
      <rect x="9.1" y="2.5" width="4.4" height="4.4" rx="1" />
      <rect x="2.5" y="9.1" width="4.4" height="4.4" rx="1" />
      <rect x="9.1" y="9.1" width="4.4" height="4.4" rx="1" />
    </>
  ),
  comment: <path d="M2.5 3.5h11v7.2H7.2L4.4 13v-2.3H2.5z" />,
  commit: (
    <>
      <circle cx="8" cy="8" r="2.5" />
      <path d="M1.8 8h3.7M10.5 8h3.7" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.2" />
      <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </>
  ),
  deployment: <path d="M4 14V2.2l8 3.3-8 3.3" />,
  down: <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  download: <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.3h10" />,
  filter: <path d="M2.5 3.5h11L9.5 8.5v4l-3 1.3V8.5z" />,
  issue: (
    <>
      <path d="M8 2.2 14 13H2z" />
      <path d="M8 6.5v3M8 11.3v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.7" />
      <path d="m7 9 6-6M10.5 5.5l2 2M12.3 3.7l1.2 1.2" />
    </>
  ),
  left: <path d="M9.5 4.5 6 8l3.5 3.5" />,
  logs: <path d="M2.5 3.5h11M2.5 8h7M2.5 12.5h9" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  merge: <path d="M4.5 2.5v4.2c0 2 1.5 3.3 3.5 3.3s3.5-1.3 3.5-3.3V2.5M8 10v3.5" />,
  metrics: <path d="M2.5 12.5 6 7.5l2.5 2.5 5-6" />,
  monitors: <path d="M1.8 8.5h3l1.5-4 3 7.5 1.7-3.5h3.2" />,
  moon: <path d="M13 9.6A5.6 5.6 0 1 1 6.4 3a4.4 4.4 0 0 0 6.6 6.6z" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  open: <path d="M6.5 3.5h-3v9h9v-3M9 2.8h4.2V7M13 3 7.5 8.5" />,
  pause: <path d="M5.5 3.2v9.6M10.5 3.2v9.6" strokeWidth="2" />,
  person: (
    <>
      <circle cx="8" cy="5.5" r="2.7" />
      <path d="M2.8 13.5c.6-2.6 2.6-4 5.2-4s4.6 1.4 5.2 4" />
    </>
  ),
  play: <path d="M5 3.2v9.6L12.8 8z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  project: <path d="M8 2 13.5 5v6L8 14 2.5 11V5zM2.5 5 8 8l5.5-3M8 8v6" />,
  release: (
    <>
      <path d="M2.5 8.2V3.5a1 1 0 0 1 1-1h4.7l5.3 5.3-5.7 5.7z" />
      <circle cx="5.6" cy="5.6" r=".6" />
    </>
  ),
  right: <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 4.5h6M12 4.5h1.5M2.5 11.5H4M7.5 11.5h6" />
      <circle cx="10.2" cy="4.5" r="1.7" />
      <circle cx="5.8" cy="11.5" r="1.7" />
    </>
  ),
  star: <path d="m8 2.3 1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11l-3.5 2 .8-3.9-2.9-2.7 3.9-.5z" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1" />
    </>
  ),
  system: (
    <>
      <ellipse cx="8" cy="4" rx="5" ry="1.8" />
      <path d="M3 4v8c0 1 2.2 1.8 5 1.8s5-.8 5-1.8V4M3 8c0 1 2.2 1.8 5 1.8S13 9 13 8" />
    </>
  ),
  traces: <path d="M2.5 4h8M5 8h8M7.5 12h4" />,
  trash: <path d="M3 4.5h10M6.5 4.5v-2h3v2M4.3 4.5l.7 9h6l.7-9" />,
  workflow: (
    <>
      <rect x="2.5" y="2.5" width="4.5" height="4" rx="1" />
      <rect x="9" y="9.5" width="4.5" height="4" rx="1" />
      <path d="M4.7 6.5v3a2 2 0 0 0 2 2H9" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** A decorative icon next to text. 16 px, or 14 px if small. */
export function Icon({ name, isSmall = false }: { name: IconName; isSmall?: boolean }) {
  return (
    <svg className={isSmall ? 'i s' : 'i'} viewBox="0 0 16 16" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
