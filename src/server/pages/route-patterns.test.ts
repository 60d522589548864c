import { expect, it } from 'vitest'
import { exampleOf, patternTest, routePatterns } from './route-patterns.ts'

const routes = {
  root: { id: 'root', path: '' },
  home: { id: 'home', parentId: 'root', index: true },
  frame: { id: 'frame', parentId: 'root' },
  area: { id: 'area', parentId: 'frame', path: 'admin' },
  list: { id: 'list', parentId: 'area', index: true },
  one: { id: 'one', parentId: 'area', path: 'profiles/:id' },
  rest: { id: 'rest', parentId: 'root', path: '*' },
}

it('reads the addresses off the routes, through layouts that have none', () => {
  expect(routePatterns(routes)).toEqual(['/', '/admin', '/admin/profiles/:id', '/*'])
})

it('knows an address of each', () => {
  expect(exampleOf('/admin/profiles/:id')).toBe('/admin/profiles/-')
  expect(exampleOf('/*')).toBe('/nowhere')
})

it.each([
  ['/a/:id', '/a/7', true],
  ['/a/:id', '/a/', false],
  ['/a/:id', '/a/7/b', false],
  ['/a.b/:id', '/axb/7', false],
  ['/a/:id/c', '/a/7/c', true],
  ['/a/:id?', '/a', true],
  ['/a/*', '/a/b/c', true],
  ['/a/*', '/b/c', false],
  ['/a/*', '/ab', false],
])('%s against %s: %s', (pattern, path, matches) => {
  expect(patternTest(pattern).test(path)).toBe(matches)
})
