import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../src/app/testing/debian-package.ts'

/** The samples for operators are accepted by the programs that read them. */

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
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=shop.example.com',
        '-keyout',
        join(folder, 'privkey.pem'),
        '-out',
        join(folder, 'fullchain.pem'),
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
