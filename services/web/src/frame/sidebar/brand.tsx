/** The logo: a signal post. */
export function Brand() {
  return (
    <svg width="18" height="22" viewBox="0 0 18 22" aria-hidden="true">
      <rect x="3" y="1" width="12" height="16" rx="6" fill="none" stroke="currentColor" strokeWidth="1.7" />
      <circle cx="9" cy="6.6" r="2.1" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="9" cy="11.9" r="2.5" fill="currentColor" />
      <path d="M9 17v4M5.5 21h7" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />
    </svg>
  )
}
