/** A member's name as a part of a JSON Pointer (RFC 6901): `a/b` is `a~1b`. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The member's name that a part of a JSON Pointer stands for. */
export const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
