import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, scriptHashes } from './policy.ts'

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

it('names the digest of every inline script, each once', () => {
  const html = `<script>one()</script><p>x</p><script type="module" async="">\ntwo()\n</script><script>one()</script>`
  expect(scriptHashes(html)).toEqual([hash('one()'), hash('\ntwo()\n')])
})

it('leaves out scripts that are fetched', () => {
  expect(
    scriptHashes(`<script src="/assets/a.js"></script><script type="module" src="/b.js"></script>`),
  ).toEqual([])
})

it('leaves out data, which a browser never runs', () => {
  expect(scriptHashes(`<script type="application/ld+json">{"@type":"WebSite"}</script>`)).toEqual([])
})

it('takes a script as the browser does, markup in its text included', () => {
  expect(scriptHashes(`<script>say("<b>é</b>")</script>`)).toEqual([hash('say("<b>é</b>")')])
})

it('allows nothing but what is our own', () => {
  const policy = contentSecurityPolicy('<p>no script</p>')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
})

it('lets pages of this site frame a page that is made for it', () => {
  const policy = contentSecurityPolicy('<script>one()</script>', '', true)
  expect(policy).toContain("; frame-ancestors 'self';")
  expect(policy).not.toContain("frame-ancestors 'none'")
})

it('lets pages with scripts show one source in a frame, when there is one, and plain pages none', () => {
  const scripted = '<script>one()</script>'
  expect(contentSecurityPolicy(scripted, 'https://chat.example.com')).toContain(
    '; frame-src https://chat.example.com;',
  )
  expect(contentSecurityPolicy(scripted)).not.toContain('frame-src')
  expect(contentSecurityPolicy('<p>no script</p>', 'https://chat.example.com')).not.toContain('frame-src')
})

it('lets the application address its service worker, and allows plain pages no Trusted Types policy', () => {
  const application = contentSecurityPolicy('<script type="module" async="">import "/assets/a.js"</script>')
  expect(application).toMatch(/trusted-types service-worker$/)
  expect(contentSecurityPolicy('<script>menu()</script>')).toMatch(/trusted-types 'none'$/)
})
