import { limits } from '@signalbox/contracts/limits'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from './build/compress-files.js'
import { preloadFonts } from './build/preload-fonts.js'
import { createRouteTable } from './build/route-table.js'

/** A service that is running: what `npm run dev:web` asks. */
const service = process.env['SIGNALBOX_URL'] ?? 'http://127.0.0.1:8000'

/** The service refuses requests that change something and come from elsewhere: behind the proxy they come from it. */
const asOwnPage = { target: service, changeOrigin: true, headers: { origin: service } }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts(), compressFiles()],
  define: {
    __ROUTES__: JSON.stringify(createRouteTable()),
    __PASSWORD_LENGTH_MIN__: String(limits.signIn.passwordLengthMin),
  },
  server: { port: 5173, proxy: { '/api': asOwnPage } },
  build: {
    outDir: '../control-plane/dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // The Content-Security-Policy allows files of our own only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every view needs is two files, of which libraries seldom change, and what screens share is a third: a request each
    // for thirty pieces takes longer.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /[\\/]node_modules[\\/]/, tags: ['$initial'] },
            { name: 'frame', tags: ['$initial'] },
            { name: 'parts', test: /[\\/]src[\\/](?:frame|parts|api)[\\/]/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
