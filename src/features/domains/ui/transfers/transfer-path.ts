/** The address of the form that moves a name here. */
export const transferPath = (name = '') => `/dashboard/domains?move=${name}`
