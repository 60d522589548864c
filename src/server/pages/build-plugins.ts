import { isDeepStrictEqual, promisify } from 'node:util'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompress, gzip } from 'node:zlib'
import { type Plugin, runnerImport } from 'vite'

/**
 * Vite: runs some modules while the pages are built, and sends the browser their exports as JSON instead of their code.
 * - `*.data.ts`: exports that JSON can't carry stop the build. A text `m.name` becomes that message.
 * - `*.contract.ts` of a feature or a folder of it: the routes of each contract, without schemas and so without zod; schemas are left out.
 * In development a change of any file that such a module imports runs it again.
 */
export function dataModules(): Plugin {
  return {
    name: 'kikoa:data-modules',
    enforce: 'pre',
    load: {
      filter: { id: /(\.data\.ts|\/features\/[^/]+\/(?:[^/]+\/)?[\w-]+\.contract\.ts)$/ },
      async handler(id) {
        const isServer = this.environment.config.consumer === 'server'
        const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
          configFile: false,
          logLevel: 'error',
        })
        for (const file of dependencies) this.addWatchFile(file)
        const constants = Object.entries(module).flatMap(([name, value]) => {
          const data = id.endsWith('.data.ts') ? value : routesOf(value, isServer)
          const written = JSON.stringify(data)
          if (isDeepStrictEqual(JSON.parse(written ?? 'null'), data))
            return `export const ${name} = ${written}`
          if (id.endsWith('.data.ts')) this.error(`${id}: ${name} holds more than JSON can carry.`)
          return []
        })
        const code = constants.join('\n')
        const withMessages = code.replaceAll(/"(m\.\w+)"/g, '$1')
        const messages = withMessages === code ? '' : `import { m } from '/src/paraglide/messages.js'\n`
        return { code: messages + withMessages, map: null }
      },
    },
  }
}

/**
 * Vite: keeps only one language of each compiled message, so that a browser loads no other. Without a locale, as in
 * development, the messages keep both.
 */
export const oneLanguage = (locale: string | undefined): Plugin => ({
  name: 'kikoa:one-language',
  transform: {
    filter: { id: /\/paraglide\/messages\/\w+\.js$/ },
    handler(code, id) {
      if (!locale) return null
      const chosen = code.replace(/const locale = [^\n]+/, `const locale = ${JSON.stringify(locale)}`)
      // A message without parameters in one language only has no choice.
      if (chosen === code && code.includes('getLocale('))
        this.error(`${id}: the choice of a language is not found.`)
      return { code: chosen, map: null }
    },
  },
})

/**
 * Vite: leaves the pages without script out of what browsers load. Every link to them loads a document, so their
 * components run on the server only.
 * @param pages the files of their routes; each exports `handle`, `links`, `meta` and a component
 */
export const plainPages = (pages: RegExp): Plugin => ({
  name: 'kikoa:plain-pages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  load: {
    filter: { id: pages },
    handler: () => ({
      code: `export const handle = { plain: true }
export const links = () => []
export const meta = () => []
export default () => null`,
      map: null,
    }),
  },
})

/**
 * A part of the contract with method and path for each call. oRPC expects errors and metadata too, which are empty. The
 * server, which renders the pages, has the permission of each call.
 */
const routesOf = (contract: unknown, isServer: boolean): unknown =>
  JSON.parse(
    JSON.stringify(contract, (key, part: { meta: object; route: Record<string, unknown> }) => {
      if (key !== '~orpc') return part
      const { method, path, inputStructure, outputStructure } = part.route
      return {
        errorMap: {},
        meta: isServer ? part.meta : {},
        route: { method, path, inputStructure, outputStructure },
      }
    }) ?? 'null',
  )

const squeezable = /\.(?:js|css|svg)$/
/** Smaller files gain nothing, because they fit into one packet uncompressed. */
const WORTH_IT = 1000

/** Writes a Brotli and a gzip version of every script, style sheet and SVG in a folder, at the end of a build. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => squeezable.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      if (content.length < WORTH_IT) return
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
