import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** The samples and pages for operators name what exists. */

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFile(join(root, file), 'utf8')
const scripts = (JSON.parse(await read('package.json')) as { scripts: Record<string, string> }).scripts

test('nginx has the same configuration for one node and two, but for the upstream', async () => {
  const [one, two] = await Promise.all(
    ['one', 'two'].map(
      async (count) => (await read(`deploy/nginx-${count}.conf`)).split('upstream kikoa {')[1]!,
    ),
  )
  const withoutServers = (text: string) => text.slice(text.indexOf('keepalive 32;'))
  expect(withoutServers(two!)).toBe(withoutServers(one!))
})

test('systemd is given programs that exist', async () => {
  const unit = await read('deploy/kikoa.service')
  const named = [...unit.matchAll(/^ExecStart\w*=\/opt\/kikoa\/node_modules\/\.bin\/node (\S+)/gm)]
  expect(named.map(([, file]) => file)).toEqual(['src/app/server.ts', 'deploy/ready.mjs'])
  for (const [, file] of named) expect(existsSync(join(root, file!)), file).toBe(true)
})

interface Compose {
  services: Record<
    string,
    { build?: { context: string; dockerfile: string }; read_only: boolean; cap_drop: string[] }
  >
}

test('compose.yaml names files that exist, and its services have no rights that they do not need', async () => {
  const text = await read('deploy/compose.yaml')
  const { services } = parse(text, { merge: true }) as Compose
  expect(Object.keys(services)).toEqual(['kikoa', 'postgres'])
  for (const service of Object.values(services))
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  const { context, dockerfile } = services['kikoa']!.build!
  expect(existsSync(resolve(root, 'deploy', context, dockerfile))).toBe(true)
  for (const [, file] of text.matchAll(/- \.\/([^:]+):/g))
    expect(existsSync(join(root, 'deploy', file!)), file).toBe(true)
  const sample = await read('deploy/compose.env')
  for (const [, setting] of text.matchAll(/\$\{(\w+):\?/g))
    expect(sample).toMatch(new RegExp(`^${setting}=`, 'm'))
})

test('the operator’s pages name commands that exist', async () => {
  const pages = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'))
  const text = (await Promise.all(pages.map((name) => read(`docs/${name}`)))).join('\n')
  const admin = /Usage: (.*)`/.exec(await read('src/app/admin.ts'))![1]!
  for (const [, command] of text.matchAll(/kikoa admin ([\w-]+)/g)) expect(admin).toContain(command)
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script!)
  // operator-pages.fault.test.ts runs the commands of these pages.
  const followed = await read('deploy/operator-pages.fault.test.ts')
  for (const name of pages)
    if (/^```sh$/m.test(await read(`docs/${name}`))) expect(followed).toContain(`follow('${name}')`)
})

test('the sample for Patroni has connections for two nodes that read from a standby', async () => {
  const config = parse(await read('deploy/patroni/config.yml')) as {
    bootstrap: { dcs: { postgresql: { parameters: { max_connections: number } } } }
  }
  const pool = Number(/^ {6}max: (\d+),$/m.exec(await read('packages/postgres/pool.ts'))![1])
  // Two log-ins and a standby, one client that listens and one that asks whether the database answers.
  const ofNode = 3 * pool + 2
  expect(config.bootstrap.dcs.postgresql.parameters.max_connections).toBeGreaterThan(2 * ofNode + 10)
  const page = await read('docs/growth.md')
  expect(page).toContain(`connections to the primary, ${2 * pool + 2} a node `)
  expect(page).toContain(`connections to a standby, ${pool} a node `)
})

test('docs/api.md names the endpoints outside of the contract', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const program = (await Promise.all(files.map((name) => read(`src/${name}`)))).join('\n')
  const routes = program.matchAll(/(?:\b(?:app|scope)\.(?:get|post)(?:<.*>)?\(|\bpath: )'\/api(\/[^'*]+)'/g)
  const paths = [...routes].map(([, path]) => path!.replaceAll(/:(\w+)/g, '{$1}'))
  expect(paths).toContain('/hooks/messages')
  expect(paths).toContain('/admin/audit/export')
  const page = await read('docs/api.md')
  expect(paths.filter((path) => !page.includes(`${path}\``))).toEqual([])
})

/** The files that declare the settings of the environment. */
const settingsFiles = async () =>
  (await read('src/server/config.ts')) + (await read('packages/auth/settings.ts'))

test('every setting is described', async () => {
  const known = [...(await settingsFiles()).matchAll(/^  ([A-Z][A-Z_0-9]+):/gm)].map(([, name]) => name!)
  expect(known.length).toBeGreaterThan(40)
  const page = await read('docs/settings.md')
  const described = new Set(page.match(/`_?[A-Z][A-Z_0-9]+/g)!.map((one) => one.slice(1)))
  const isDescribed = (name: string) =>
    described.has(name) || [...described].some((one) => one.startsWith('_') && name.endsWith(one))
  // It is made of AUTH_GOOGLE_… and AUTH_OIDC_….
  expect(known.filter((name) => !isDescribed(name))).toEqual(['OPENID_PROVIDERS'])
})

test('the settings of the samples exist', async () => {
  const known = await settingsFiles()
  const samples = (await read('deploy/kikoa.env')) + (await read('deploy/compose.env'))
  const settings = [...samples.matchAll(/^(\w+)=/gm)].map(([, setting]) => setting!)
  const unknown = settings.filter((setting) => !new RegExp(`^  ${setting}:`, 'm').test(known))
  expect(unknown).toEqual(['DATABASE_PASSWORD', 'POSTGRES_PASSWORD'])
})

interface Workflow {
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, string> }[] }>
}

test.each(await readdir(join(root, '.github/workflows')))(
  'the workflow %s runs what exists',
  async (name) => {
    const { jobs } = parse(await read(`.github/workflows/${name}`)) as Workflow
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    expect(steps.length).toBeGreaterThan(0)
    for (const step of steps) {
      const command = `${step.run ?? ''} ${step.with?.['dockerfile'] ?? ''}`
      const files = command.match(/(?<![\w/.])(deploy|scripts|\.ci)\/[\w./-]+/g) ?? []
      // `deploy/.env` is made by the step itself.
      for (const file of files)
        if (file !== 'deploy/.env') expect(existsSync(join(root, file)), file).toBe(true)
      for (const [, script] of command.matchAll(/npm run (?:--\S+ )*([\w:-]+)/g))
        expect(scripts).toHaveProperty(script!)
    }
  },
)

test('Renovate’s rules name packages of this project', async () => {
  const { packageRules } = JSON.parse(await read('renovate.json')) as {
    packageRules: { matchPackageNames?: string[] }[]
  }
  const own = await read('package.json')
  const unknown = packageRules
    .flatMap((rule) => rule.matchPackageNames ?? [])
    .filter((name) => !own.includes(`"${name.replace('**', '')}`))
  // The image of compose.yaml.
  expect(unknown).toEqual(['postgres'])
})
