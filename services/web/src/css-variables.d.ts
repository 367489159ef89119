import 'react'

declare module 'react' {
  /** Custom properties may be set from markup; React puts them in through the DOM, which the policy allows. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
