/** Escapes a member's name as a reference token of a JSON Pointer (RFC 6901): `a/b` becomes `a~1b`. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Unescapes a reference token of a JSON Pointer. */
export const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
