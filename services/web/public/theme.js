// Runs before anything is painted, so that nobody who chose the dark theme sees a white flash.
;(function () {
  let chosen = null
  try {
    chosen = window.localStorage.getItem('theme')
  } catch {
    // Storage is turned off: the system decides.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  window.document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
