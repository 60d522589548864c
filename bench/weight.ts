import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { build as bundle } from 'vite'

// The compressed size of what a screen loads before it can be used, compared with React and React Router alone in one
// file.

const root = join(import.meta.dirname, '..')

const addresses = ['/', '/login', '/dashboard', '/dashboard/domains', '/admin/domains']

const shown = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
const squeezed = (files: Buffer[]) => files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0)

const print = (name: string, scripts: Buffer[], rest = '') => {
  const raw = scripts.reduce((sum, file) => sum + file.length, 0)
  console.log(
    `  ${name.padEnd(20)}${shown(raw)} of script,${shown(squeezed(scripts))} squeezed, ${scripts.length} files${rest}`,
  )
}

/** The files of the build that a document loads: scripts with all their imports, or style sheets. */
const named = (html: string, ending: 'js' | 'css') =>
  [...new Set(html.match(new RegExp(`/assets/[\\w.-]+\\.${ending}(?=["'])`, 'g')))].map((file) =>
    readFileSync(join(root, 'build/client', file)),
  )

/** React and React Router, with the exports that every page uses. */
async function floor(): Promise<Buffer[]> {
  const code = `
    export { hydrateRoot } from 'react-dom/client'
    export { HydratedRouter } from 'react-router/dom'
    export { Link, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
    export { jsx } from 'react/jsx-runtime'`
  const built = await bundle({
    configFile: false,
    root,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === 'floor' ? '\0floor' : null),
        load: (id) => (id === '\0floor' ? code : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'floor', preserveEntrySignatures: 'strict' },
    },
  })
  const { output } = [built].flat()[0] as { output: { type: string; code?: string }[] }
  return output.flatMap(({ type, code }) => (type === 'chunk' && code ? [Buffer.from(code)] : []))
}

print('floor', await floor())
process.env.NODE_ENV = 'production'
const { createRequestHandler } = await import('react-router')
const built = (await import(join(root, 'build/en/server/index.js'))) as ServerBuild
const answer = createRequestHandler(built, 'production')
for (const address of addresses) {
  const html = await (await answer(new Request(`http://localhost${address}`))).text()
  const rest = [[Buffer.from(html)], named(html, 'css')].map((files) => shown(squeezed(files)))
  print(address, named(html, 'js'), `; document${rest[0]}, styles${rest[1]}`)
}
