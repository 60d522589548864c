import { expect, test } from 'vitest'
import { parseUserAgent } from './user-agent.ts'

const mozilla = (system: string, engine: string) => `Mozilla/5.0 (${system}) ${engine}`
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    mozilla('Linux; Android 14; SM-A546B', `${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`),
    'Chrome',
    'Android',
    'mobile',
  ],
  [
    mozilla('Linux; Android 13; SM-X200', `${webkit} Chrome/126.0.0.0 Safari/537.36`),
    'Chrome',
    'Android',
    'tablet',
  ],
  [
    mozilla(
      'Linux; Android 13; SAMSUNG SM-A137F',
      `${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    ),
    'Samsung Internet',
    'Android',
    'mobile',
  ],
  [
    'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; en) Presto/2.12.423 Version/12.16 Mobile',
    'Opera',
    'Android',
    'mobile',
  ],
  [
    mozilla(
      'iPhone; CPU iPhone OS 17_5 like Mac OS X',
      'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ),
    'Safari',
    'iOS',
    'mobile',
  ],
  [
    mozilla(
      'iPhone; CPU iPhone OS 17_5 like Mac OS X',
      'AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1',
    ),
    'Chrome',
    'iOS',
    'mobile',
  ],
  [
    mozilla(
      'iPad; CPU OS 17_5 like Mac OS X',
      'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ),
    'Safari',
    'iOS',
    'tablet',
  ],
  [
    mozilla('Windows NT 10.0; Win64; x64', `${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`),
    'Microsoft Edge',
    'Windows',
    'desktop',
  ],
  [
    mozilla('Windows NT 10.0; Win64; x64; rv:127.0', 'Gecko/20100101 Firefox/127.0'),
    'Firefox',
    'Windows',
    'desktop',
  ],
  [
    mozilla(
      'Macintosh; Intel Mac OS X 10_15_7',
      'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    ),
    'Safari',
    'macOS',
    'desktop',
  ],
  [
    mozilla('X11; CrOS x86_64 14541.0.0', `${webkit} Chrome/126.0.0.0 Safari/537.36`),
    'Chrome',
    'Chrome OS',
    'desktop',
  ],
  [mozilla('X11; Linux x86_64', `${webkit} Chrome/126.0.0.0 Safari/537.36`), 'Chrome', 'Linux', 'desktop'],
  ['node', null, null, null],
  [null, null, null, null],
])('%s', (userAgent, browser, system, kind) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system, kind })
})
