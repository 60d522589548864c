import type { Config } from '@react-router/dev/config'
import { join } from 'node:path'
import { compressFiles } from './src/server/pages/build-plugins.ts'

const config: Config = {
  appDirectory: 'src',
  ssr: true,
  // The whole route table goes with the first page: moving about needs no further look-up of the server's.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressFiles(join(reactRouterConfig.buildDirectory, 'client/assets')),
}

export default config
