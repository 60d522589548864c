/** The address of the form that moves a name here. */
export const transferPath = (name?: string) => `/dashboard/transfer${name ? `?name=${name}` : ''}`
