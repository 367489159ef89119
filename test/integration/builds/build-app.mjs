/**
 * Builds `app.js` in the working directory with a bundler and its Sentry plugin, into `out/`: `node build-app.mjs
 * <bundler>`. Address, organization, projects and token come from the environment; everything else is the plugins'
 * default.
 */
import { env, argv } from 'node:process'

const settings = {
  url: env.APP_URL,
  org: env.APP_ORG,
  project: env.APP_PROJECT.split(','),
  authToken: env.APP_TOKEN,
}

const builds = {
  esbuild: async () => {
    const { build } = await import('esbuild')
    const { sentryEsbuildPlugin } = await import('@sentry/esbuild-plugin')
    await build({
      entryPoints: ['app.js'],
      outfile: 'out/bundle.cjs',
      bundle: true,
      minify: true,
      platform: 'node',
      sourcemap: true,
      external: ['@sentry/node'],
      plugins: [sentryEsbuildPlugin(settings)],
    })
  },
  rollup: async () => {
    const { rollup } = await import('rollup')
    const { sentryRollupPlugin } = await import('@sentry/rollup-plugin')
    const bundle = await rollup({
      input: 'app.js',
      external: ['@sentry/node'],
      plugins: [sentryRollupPlugin(settings)],
    })
    await bundle.write({ file: 'out/bundle.cjs', format: 'cjs', sourcemap: true })
    await bundle.close()
  },
  webpack: async () => {
    const { default: webpack } = await import('webpack')
    const { sentryWebpackPlugin } = await import('@sentry/webpack-plugin')
    const compiler = webpack({
      mode: 'production',
      target: 'node',
      context: process.cwd(),
      entry: './app.js',
      output: { path: `${process.cwd()}/out`, filename: 'bundle.cjs' },
      externals: { '@sentry/node': 'commonjs @sentry/node' },
      devtool: 'source-map',
      plugins: [sentryWebpackPlugin(settings)],
    })
    await new Promise((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error ?? stats.hasErrors()) reject(error ?? new Error(stats.toString()))
        else compiler.close(resolve)
      })
    })
  },
  vite: async () => {
    const { build } = await import('vite')
    const { sentryVitePlugin } = await import('@sentry/vite-plugin')
    await build({
      configFile: false,
      logLevel: 'warn',
      build: { outDir: 'out', sourcemap: true },
      plugins: [sentryVitePlugin(settings)],
    })
  },
}

await builds[argv[2]]()
