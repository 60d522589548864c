import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunks.config.ts'
import { paraglide } from './paraglide.config.ts'
import { dataModules, oneLanguage, plainPages } from './src/server/pages/build-plugins.ts'

const api = process.env.KIKOA_DEV_SERVER ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [
    paraglideVitePlugin(paraglide),
    oneLanguage(process.env.KIKOA_LOCALE),
    dataModules(),
    plainPages(/\/features\/landing\/ui\/(?:Landing|Pricing|Support)Screen\.tsx$/),
    tailwindcss(),
    reactRouter(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[hash].js', codeSplitting: { groups: chunkGroups } },
    },
  },
  server: {
    proxy: {
      '/api': api,
      '/auth': api,
      '/health': api,
      '/flags': api,
      '/language': api,
      '/captcha-frame': api,
    },
  },
})
