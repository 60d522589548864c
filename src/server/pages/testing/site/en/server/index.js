// A small handwritten site in the format of React Router's build. It renders the data that the server passes to it.
import { createContext, data } from 'react-router'

export const pageContext = createContext(null)

const told = ({ context }) => context.get(pageContext)
const missing = () => data(null, { status: 404 })

const route = (id, path, parentId, more = {}) => [
  id,
  { id, path, parentId, module: { default: () => null, ...more } },
]

export const routes = Object.fromEntries([
  ['root', { id: 'root', path: '', module: { default: () => null, loader: told } }],
  ['home', { id: 'home', index: true, parentId: 'root', module: { default: () => null } }],
  route('pricing', 'pricing', 'root'),
  route('area', 'dashboard', 'root'),
  ['overview', { id: 'overview', index: true, parentId: 'area', module: { default: () => null } }],
  route('order', 'orders/:id', 'area'),
  route('nothing', '*', 'root', { loader: missing }),
])

function render(request, status, headers, { staticHandlerContext }) {
  const page = staticHandlerContext.loaderData.root
  if (page.business.name === 'Broken') throw new Error('this name breaks the page')
  const { pathname } = new URL(request.url)
  const body = `<html lang="${page.locale}"><script>const at = '${pathname}'</script>${JSON.stringify(page)}</html>`
  return new Response(body, { status, headers })
}

export const entry = { module: { default: render, pageContext } }
export const assets = { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' }
export const publicPath = '/'
export const assetsBuildDirectory = 'client'
export const basename = '/'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const routeDiscovery = { mode: 'initial' }
