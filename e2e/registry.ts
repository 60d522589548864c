import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The suffixes that the tests look up. No real registry is asked. */
const suffixes = ['com', 'net', 'org', 'co', 'info', 'xyz', 'tech', 'app', 'africa']
/** The delay of each registry, so that the answers arrive one after the other. */
const delay = (suffix: string) => 40 + 60 * suffixes.indexOf(suffix)

/** RDAP registries (RFC 9083) on loopback. */
export interface Registry {
  /** The file for AVAILABILITY_ENDPOINTS. */
  endpoints: string
  /** Names that are registered. */
  taken: Set<string>
  /** Names that are free at a higher price: the registry answers "not found" with a remark. */
  premium: Set<string>
  /** Suffixes whose registry never answers. */
  silent: Set<string>
  /** Suffixes whose registry has moved: the old address finds no name. */
  moved: Set<string>
  /** Names whose answer is not understood. */
  odd: Set<string>
  close(): Promise<void>
}

export async function openRegistry(): Promise<Registry> {
  const taken = new Set(suffixes.map((one) => `example.${one}`))
  const [premium, silent] = [new Set<string>(), new Set<string>()]
  const [moved, odd] = [new Set<string>(), new Set<string>()]
  const server = createServer((request, response) => {
    const [, suffix = '', name = ''] = /^\/(\w+)\/domain\/([^/?]+)/.exec(request.url ?? '') ?? []
    if (!silent.has(suffix))
      setTimeout(() => answer(response, suffix, decodeURIComponent(name)), delay(suffix))
  })
  const answer = (response: ServerResponse, suffix: string, name: string) => {
    if (odd.has(name)) return response.end(`Odd words about ${name}\nWrite to asha@example.com`)
    const isTaken = taken.has(name) && !moved.has(suffix)
    const object = isTaken
      ? { objectClassName: 'domain', ldhName: name, status: ['active'] }
      : { errorCode: 404, title: premium.has(name) ? 'Premium name' : 'Not found' }
    response.writeHead(isTaken ? 200 : 404, { 'content-type': 'application/rdap+json' })
    return response.end(JSON.stringify({ rdapConformance: ['rdap_level_0'], ...object }))
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-registry-'))
  const endpoints = join(folder, 'endpoints.json')
  const all = suffixes.map((one) => [
    one,
    { rdap: `http://127.0.0.1:${port}/${one}/`, known: [`example.${one}`] },
  ])
  await writeFile(endpoints, JSON.stringify(Object.fromEntries(all)))
  return {
    endpoints,
    taken,
    premium,
    silent,
    moved,
    odd,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
