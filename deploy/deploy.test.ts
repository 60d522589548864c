import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hasProgram } from '../src/app/testing/debian-package.ts'

/** The samples for operators are accepted by the programs that read them, and name what exists. */

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFile(join(root, file), 'utf8')
const scripts = (JSON.parse(await read('package.json')) as { scripts: Record<string, string> }).scripts

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-deploy-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.runIf((await hasProgram('nginx', 'nginx')) && (await hasProgram('openssl', 'openssl')))(
  'nginx',
  () => {
    beforeAll(async () => {
      await run('openssl', [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=shop.example.com'],
        ...['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')],
      ])
    })

    test.each(['nginx-one.conf', 'nginx-two.conf'])('accepts %s without a warning', async (name) => {
      const sample = await read(`deploy/${name}`)
      await writeFile(
        join(folder, name),
        sample
          .replaceAll('/etc/letsencrypt/live/shop.example.com', folder)
          // `nginx -t` binds the ports, which another server may use and only root may.
          .replaceAll(/^ *listen \[::\].*\n/gm, '')
          .replaceAll(/listen (80|443)/g, (_, port) => `listen unix:${folder}/${port}.socket`),
      )
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((one) => `${one}_temp_path ${folder}/${one};`)
        .join(' ')
      await writeFile(
        join(folder, 'nginx.conf'),
        `pid ${folder}/nginx.pid; error_log stderr warn; events {}
       http { access_log off; ${paths} include ${join(folder, name)}; }`,
      )
      const { stderr } = await run('nginx', ['-t', '-c', join(folder, 'nginx.conf')])
      expect(stderr).toContain('test is successful')
      // Newer versions prefer a directive that Debian 12 does not know.
      expect(stderr.replaceAll(/.*"listen \.\.\. http2" directive is deprecated.*/g, '')).not.toContain(
        '[warn]',
      )
    })

    test('has the same configuration for one node and two, but for the upstream', async () => {
      const [one, two] = await Promise.all(
        ['one', 'two'].map(
          async (count) => (await read(`deploy/nginx-${count}.conf`)).split('upstream kikoa {')[1]!,
        ),
      )
      const withoutServers = (text: string) => text.slice(text.indexOf('keepalive 32;'))
      expect(withoutServers(two!)).toBe(withoutServers(one!))
    })
  },
)

describe.runIf(await hasProgram('caddy', 'caddy'))('Caddy', () => {
  const file = join(root, 'deploy/Caddyfile')
  const env = { ...process.env, HOME: tmpdir() }

  test('accepts the Caddyfile', async () => {
    const { stderr } = await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env })
    expect(stderr).not.toMatch(/"level":"(warn|error)"/)
  })

  test.each([
    ['one node', undefined, ['127.0.0.1:3000']],
    ['two nodes', '127.0.0.1:3001 127.0.0.1:3002', ['127.0.0.1:3001', '127.0.0.1:3002']],
  ])('serves %s', async (_, nodes, expected) => {
    const { stdout } = await run('caddy', ['adapt', '--config', file], {
      env: { ...env, ...(nodes && { KIKOA_NODES: nodes }) },
    })
    expect([...stdout.matchAll(/"dial":"([^"]+)"/g)].map(([, address]) => address)).toEqual(expected)
  })
})

describe.runIf(await hasProgram('systemd-analyze', 'systemd'))('systemd', () => {
  const analyze = (...args: string[]) =>
    run('systemd-analyze', args, { env: { ...process.env, LC_ALL: 'C.UTF-8', SYSTEMD_COLORS: '0' } }).then(
      ({ stdout, stderr }) => stdout + stderr,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    )

  test.each(['kikoa.service', 'kikoa@.service'])('rates the exposure of %s below 3.0', async (name) => {
    await copyFile(join(root, 'deploy/kikoa.service'), join(folder, name))
    const output = await analyze('security', '--offline=true', join(folder, name))
    const rating = Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])
    expect(rating).toBeLessThan(3)
  })

  test('understands every line of the unit', async () => {
    const installed = await read('deploy/kikoa.service')
    // Its programs and its user are not on this machine.
    const unit = installed
      .replaceAll('/opt/kikoa/node_modules/.bin/node', process.execPath)
      .replaceAll(/^(User|Group)=.*$/gm, '$1=root')
    await writeFile(join(folder, 'kikoa.service'), unit)
    const complaints = (await analyze('verify', join(folder, 'kikoa.service')))
      .split('\n')
      .filter((line) => line.includes('kikoa.service'))
    expect(complaints).toEqual([])
  })

  test('is given programs that exist', async () => {
    const unit = await read('deploy/kikoa.service')
    const named = [...unit.matchAll(/^ExecStart\w*=\/opt\/kikoa\/node_modules\/\.bin\/node (\S+)/gm)]
    expect(named.map(([, file]) => file)).toEqual(['src/app/server.ts', 'deploy/ready.mjs'])
    for (const [, file] of named) expect(existsSync(join(root, file!)), file).toBe(true)
  })
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

test('every setting is described', async () => {
  const known = [...(await read('src/server/config/config.ts')).matchAll(/^  ([A-Z][A-Z_0-9]+):/gm)].map(
    ([, name]) => name!,
  )
  expect(known.length).toBeGreaterThan(40)
  const page = await read('docs/settings.md')
  const described = new Set(page.match(/`_?[A-Z][A-Z_0-9]+/g)!.map((one) => one.slice(1)))
  const isDescribed = (name: string) =>
    described.has(name) || [...described].some((one) => one.startsWith('_') && name.endsWith(one))
  // It is made of AUTH_GOOGLE_… and AUTH_OIDC_….
  expect(known.filter((name) => !isDescribed(name))).toEqual(['OPENID_PROVIDERS'])
})

test('the settings of the samples exist', async () => {
  const known = await read('src/server/config/config.ts')
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

describe('a release', () => {
  const release = async (tag: string, changelog: string) => {
    const project = await mkdtemp(join(folder, 'release-'))
    await mkdir(join(project, 'scripts'))
    for (const name of ['release.mjs', 'prepare.mjs'])
      await copyFile(join(root, 'scripts', name), join(project, 'scripts', name))
    await writeFile(join(project, 'package.json'), '{ "version": "0.2.0", "type": "module" }')
    await writeFile(join(project, 'CHANGELOG.md'), changelog)
    return run(process.execPath, [join(project, 'scripts/release.mjs'), tag]).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    )
  }
  const changelog = '# Changelog\n\n## 0.2.0\n\n- Is better.\n\n## 0.1.0\n\nThe first version.\n'

  test('has the notes of its version', async () => {
    expect(await release('v0.2.0', changelog)).toBe('- Is better.\n')
  })

  test.each([
    ['v0.2.1', changelog, 'The tag is v0.2.1, but package.json has the version 0.2.0.\n'],
    [
      'v0.2.0',
      changelog.replace('## 0.2.0', '## 0.2.0 (unreleased)'),
      'The first heading of CHANGELOG.md is "## 0.2.0 (unreleased)", but has to be "## 0.2.0".\n',
    ],
  ])('is refused with the tag %s where version or heading differ', async (tag, text, sentence) => {
    expect(await release(tag, text)).toBe(sentence)
  })
})

test('npm run sbom lists the shipped packages, and marks the others', async () => {
  const [command, ...args] = scripts['sbom']!.split(' ')
  // Another test may have set NODE_ENV=production in this process, with which npm leaves packages out.
  const env = { ...process.env, NODE_ENV: 'test' }
  const { stdout } = await run(command!, args, { cwd: root, env, maxBuffer: 2 ** 26 })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; properties?: { name: string; value: string }[] }[]
  }
  expect(bomFormat).toBe('CycloneDX')
  const isDevelopment = (name: string) => {
    const component = components.find((one) => one.name === name)
    expect(component, `${name}, of ${components.length} components`).toBeDefined()
    return component!.properties?.some(
      (one) => one.name === 'cdx:npm:package:development' && one.value === 'true',
    )
  }
  for (const name of ['fastify', 'react', 'pg']) expect(isDevelopment(name), name).not.toBe(true)
  expect(isDevelopment('vitest')).toBe(true)
})
