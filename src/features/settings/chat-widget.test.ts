import { expect, test } from 'vitest'
import { frameOf, frameSource, type Widget, widgetShape } from './chat-widget.ts'

const site = 'https://shop.example.com'

test.each<[Widget, string, string]>([
  [
    { provider: 'tawk', propertyId: '5f0', widgetId: 'default' },
    'https://tawk.to/chat/5f0/default',
    'https://tawk.to',
  ],
  [
    { provider: 'crisp', websiteId: 'a-b' },
    'https://go.crisp.chat/chat/embed/?website_id=a-b',
    'https://go.crisp.chat',
  ],
  [
    { provider: 'chatwoot', address: 'https://Chat.example.com:443/app', websiteToken: 'T1' },
    'https://chat.example.com/widget?website_token=T1',
    'https://chat.example.com',
  ],
  [{ provider: 'script', address: 'https://cdn.example.com/w.js' }, '/chat-frame', "'self'"],
])('%j is framed from its own page, and pages may frame nothing else', (widget, src, source) => {
  expect(frameOf(widget, site)?.src).toBe(src)
  expect(frameSource(widget, site)).toBe(source)
})

test('a script gets a document without an origin; nothing in a frame may lead the page elsewhere', () => {
  const script = frameOf({ provider: 'script', address: 'https://cdn.example.com/w.js' }, site)!
  expect(script.sandbox).not.toContain('allow-same-origin')
  const hosted = frameOf({ provider: 'crisp', websiteId: 'x' }, site)!
  for (const { sandbox } of [script, hosted]) expect(sandbox).not.toMatch(/top-navigation|modals|pointer/)
})

test.each(['https://shop.example.com', 'https://SHOP.example.com:443/x'])(
  'an address on the own origin (%s) is not framed: its document would share the session',
  (address) => {
    const widget: Widget = { provider: 'chatwoot', address, websiteToken: 'T' }
    expect(frameOf(widget, site)).toBeNull()
    expect(frameSource(widget, site)).toBe('')
  },
)

test.each<unknown>([
  { provider: 'tawk', propertyId: '../x', widgetId: 'd' },
  { provider: 'crisp', websiteId: 'a&b=c' },
  { provider: 'crisp', websiteId: '' },
  { provider: 'chatwoot', address: 'http://chat.example.com', websiteToken: 'T' },
  { provider: 'script', address: 'javascript:alert(1)' },
  { provider: 'script', address: 'https://cdn.example.com/w.js;script-src *' },
  { provider: 'script', address: "https://cdn.example.com/'unsafe-inline'" },
  { provider: 'script', address: 'https://user@cdn.example.com/w.js' },
  { provider: 'script', address: 'data:text/javascript,1' },
  { provider: 'none', address: 'https://example.com' },
  { provider: 'other' },
])('%j is no widget', (widget) => {
  expect(widgetShape.safeParse(widget).success).toBe(false)
})
