import { expect, test } from 'vitest'
import { presentAddress } from './old-addresses.ts'

test.each([
  ['/api/papers', '/api/invoices'],
  ['/api/papers?limit=1', '/api/invoices?limit=1'],
  ['/api/admin/papers/0193/pdf', '/api/admin/invoices/0193/pdf'],
  ['/api/admin/exports/papers?from=2026-01-01', '/api/admin/exports/invoices?from=2026-01-01'],
  ['/api/admin/letters/preview', '/api/admin/templates/preview'],
  ['/api/admin/records/0193/release', '/api/admin/services/0193/release'],
])('%s goes on working', (old, now) => expect(presentAddress(old)).toBe(now))

test.each([
  '/api/newspapers',
  '/api/papersx',
  '/papers',
  '/api/admin/lettersx',
  '/api/profile?next=/api/papers',
])('%s stays', (url) => expect(presentAddress(url)).toBe(url))
