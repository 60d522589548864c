/** The part of tr46 6 that we use. The package has no types. */
declare module 'tr46' {
  interface Strictness {
    checkBidi?: boolean
    checkHyphens?: boolean
    checkJoiners?: boolean
    useSTD3ASCIIRules?: boolean
    transitionalProcessing?: boolean
    ignoreInvalidPunycode?: boolean
  }
  /** Null for an invalid name. */
  export function toASCII(name: string, options?: Strictness & { verifyDNSLength?: boolean }): string | null
  export function toUnicode(name: string, options?: Strictness): { domain: string; error: boolean }
}
