import { runnerImport, type Plugin } from 'vite'
import { isDeepStrictEqual } from 'node:util'

/**
 * Vite: a module named `*.data.ts` is run while the pages are built, and reaches the browser as what it exports,
 * written out. So the browser gets what was worked out, and not what it was worked out with (the contract's routes
 * without zod). Exports that JSON can't carry stop the build. In development a change of any file it rests on
 * works it out anew.
 */
export function dataModules(): Plugin {
  return {
    name: 'kikoa:data-modules',
    enforce: 'pre',
    load: {
      filter: { id: /\.data\.ts$/ },
      async handler(id) {
        const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
          configFile: false,
          logLevel: 'error',
        })
        for (const file of dependencies) this.addWatchFile(file)
        const constants = Object.entries(module).map(([name, value]) => {
          const written = JSON.stringify(value)
          if (!isDeepStrictEqual(JSON.parse(written), value))
            this.error(`${id}: ${name} holds more than JSON can carry.`)
          return `export const ${name} = ${written}`
        })
        return { code: constants.join('\n'), map: null }
      },
    },
  }
}
