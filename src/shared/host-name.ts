/** The name of a host in lower case, such as `ns1.example.com`. An IP address is none. */
export const hostPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,}$/
