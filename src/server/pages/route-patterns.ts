/** The part of a route of React Router's server build that determines its address. */
export interface BuiltRoute {
  id: string
  parentId?: string
  path?: string
  index?: boolean
}

/** The address patterns of all routes, without duplicates: `/`, `/pricing`, `/dashboard/orders/:id`, `/*`. */
export function routePatterns(routes: Record<string, BuiltRoute | undefined>): string[] {
  const pattern = (route: BuiltRoute): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId]
    return [parent ? pattern(parent) : '', route.path ?? ''].filter(Boolean).join('/')
  }
  const addressed = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.path || route.index)
  return [...new Set(addressed.map((route) => `/${pattern(route)}`))]
}

/** An address that matches a pattern, for rendering it. */
export const exampleOf = (pattern: string) => pattern.replaceAll(/:\w+\??/g, '-').replace('*', 'nowhere')

/** A regular expression for the addresses of a pattern with parameters or with an open end. */
export function patternTest(pattern: string): RegExp {
  const source = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?')
  return new RegExp(`^${source.replaceAll(/:\w+/g, '[^/]+').replace(/\*$/, '.+')}$`)
}
