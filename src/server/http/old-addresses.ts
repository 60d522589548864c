/** Addresses of the API from before a thing had one name, with those that answer now. Programs may still call them. */
const renamed: readonly [RegExp, string][] = [
  [/^\/api\/(admin\/)?papers(?=[/?]|$)/, '/api/$1invoices'],
  [/^\/api\/admin\/exports\/papers(?=[/?]|$)/, '/api/admin/exports/invoices'],
  [/^\/api\/admin\/letters(?=[/?]|$)/, '/api/admin/templates'],
  [/^\/api\/admin\/records\//, '/api/admin/services/'],
]

/** Where the API is documented. The application and programs from before it had a version call it below `/api`. */
export const VERSIONED_BASE = '/api/v1'

/** The address that answers for `url`: path and query of a request. */
export function presentAddress(url: string): string {
  const plain = url.startsWith(`${VERSIONED_BASE}/`) ? `/api${url.slice(VERSIONED_BASE.length)}` : url
  const found = renamed.find(([old]) => old.test(plain))
  return found ? plain.replace(...found) : plain
}
