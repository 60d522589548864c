/** Addresses of the API from before a thing had one name, with those that answer now. Programs may still call them. */
const renamed: readonly [RegExp, string][] = [
  [/^\/api\/(admin\/)?papers(?=[/?]|$)/, '/api/$1invoices'],
  [/^\/api\/admin\/exports\/papers(?=[/?]|$)/, '/api/admin/exports/invoices'],
  [/^\/api\/admin\/letters(?=[/?]|$)/, '/api/admin/templates'],
  [/^\/api\/admin\/records\//, '/api/admin/services/'],
]

/** The address that answers for `url`: path and query of a request. */
export function presentAddress(url: string): string {
  const found = renamed.find(([old]) => old.test(url))
  return found ? url.replace(...found) : url
}
