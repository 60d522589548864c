import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { compressFiles } from './src/server/pages/build-plugins.ts'

const config: Config = {
  appDirectory: 'src',
  // One build for each language: `scripts/prepare.mjs` runs both, and merges what browsers load.
  buildDirectory: `build/${process.env.KIKOA_LOCALE ?? 'en'}`,
  ssr: true,
  // The first page contains all routes, so that a navigation needs no manifest request.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(join(reactRouterConfig.buildDirectory, 'client/assets')),
}

export default config
