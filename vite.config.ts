import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { dataModules } from './src/server/pages/data-modules.ts'

const api = process.env.KIKOA_DEV_SERVER ?? 'http://127.0.0.1:3001'

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './messages/project.inlang',
      outdir: './src/paraglide',
      strategy: ['cookie', 'globalVariable', 'preferredLanguage', 'baseLocale'],
      cookieName: 'kikoa_language',
      emitTsDeclarations: true,
    }),
    dataModules(),
    tailwindcss(),
    reactRouter(),
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
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
