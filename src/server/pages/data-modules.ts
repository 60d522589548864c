import { runnerImport, type Plugin } from 'vite'
import { isDeepStrictEqual } from 'node:util'

/**
 * Vite: runs some modules while the pages are built, and sends the browser their exports as JSON instead of their code.
 * - `*.data.ts`: exports that JSON can't carry stop the build.
 * - `features/*\/contract.ts`: the routes of each contract, without schemas and so without zod; schemas are left out.
 * In development a change of any file that such a module imports runs it again.
 */
export function dataModules(): Plugin {
  return {
    name: 'kikoa:data-modules',
    enforce: 'pre',
    load: {
      filter: { id: /(\.data\.ts|\/features\/[^/]+\/contract\.ts)$/ },
      async handler(id) {
        const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, {
          configFile: false,
          logLevel: 'error',
        })
        for (const file of dependencies) this.addWatchFile(file)
        const constants = Object.entries(module).flatMap(([name, value]) => {
          const data = id.endsWith('.data.ts') ? value : routesOf(value)
          const written = JSON.stringify(data)
          if (isDeepStrictEqual(JSON.parse(written ?? 'null'), data))
            return `export const ${name} = ${written}`
          if (id.endsWith('.data.ts')) this.error(`${id}: ${name} holds more than JSON can carry.`)
          return []
        })
        return { code: constants.join('\n'), map: null }
      },
    },
  }
}

/** A part of the contract with method and path for each call. oRPC expects a list of errors and notes beside them. */
const routesOf = (contract: unknown): unknown =>
  JSON.parse(
    JSON.stringify(contract, (key, part: { route: Record<string, unknown> }) => {
      if (key !== '~orpc') return part
      const { method, path, inputStructure, outputStructure } = part.route
      return { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } }
    }) ?? 'null',
  )
