/** The localStorage key of what the signed-in admin may do, as the profile said last. */
export const PERMISSIONS_KEY = 'kikoa-permissions'

/** Stores the permissions for the first calls of the next page. */
export function storePermissions(permissions: readonly string[]): void {
  try {
    localStorage.setItem(PERMISSIONS_KEY, JSON.stringify(permissions))
  } catch {
    // Without storage the first calls are made for everybody, and the server refuses what is refused.
  }
}
