import type { Plugin } from 'vite'

/** What every screen is written in: the style sheets name it late, and all text would be laid out twice. */
const wanted = /ibm-plex-sans-latin-wght-normal[^/]*\.woff2$/

/** Asks for the font of the first view together with its scripts. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => wanted.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          injectTo: 'head',
        })),
  }
}
